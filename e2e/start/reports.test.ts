import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPORT_MESSAGE_MAX } from '#domain/limits.ts'
import { isReportReason } from '#domain/mistake-report.ts'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, databaseUrl, query, startServer, type Server } from './server.ts'

/** Reports of visitors without scripts, on a server whose inbox is off. */
let server: Server

beforeAll(async () => {
  server = await startServer(preparedFolder())
})

afterAll(cleanUp)

const NOTICE = '/jobs/upsc-cds-i-2027-online-form'
/** How the form names the notice. */
const named = `<a href="${NOTICE}">UPSC`
const thanks = 'Thank you. Your report was stored, and will be compared with the official source.'
const stored = () =>
  query(databaseUrl(server.dataDir), 'select content_table, reason, message from mistake_reports order by id')

let clients = 0
async function send(fields: Record<string, string>, path = NOTICE, client = `203.0.113.${(clients += 1)}`) {
  const response = await fetch(`${server.url}/report${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-forwarded-for': client },
  })
  return { status: response.status, html: await response.text() }
}

test('a notice links to its form, which names the notice and is not indexed', async () => {
  const notice = await (await fetch(server.url + NOTICE)).text()
  expect(notice).toContain(`<a href="/report${NOTICE}">Report a mistake</a>`)
  const form = await fetch(`${server.url}/report${NOTICE}`)
  expect(form.status).toBe(200)
  const html = await form.text()
  expect(html).toContain('<meta name="robots" content="noindex"')
  expect(html).toContain(named)
})

test('a report is stored without anything about the visitor, and the longest Hindi text fits', async () => {
  const message = 'क'.repeat(REPORT_MESSAGE_MAX)
  const reply = await send({ reason: 'date', message, website: '' })
  expect(reply.status).toBe(200)
  expect(reply.html).toContain(thanks)
  expect(await stored()).toEqual([{ content_table: 'jobs', reason: 'date', message }])
  const [row = {}] = await query(databaseUrl(server.dataDir), 'select * from mistake_reports')
  expect(Object.keys(row).toSorted()).toEqual(
    ['attempt', 'content_table', 'created_at', 'done_at', 'id', 'message', 'reason', 'record_id'].toSorted(),
  )
})

test('a report that is sent again with its number is thanked for and stored once, and one with another text is another', async () => {
  const before = (await stored()).length
  const attempt = '0.8371640528193746'
  for (const message of ['', '', 'The 5th', 'The 5th'])
    expect((await send({ reason: 'date', message, attempt })).html).toContain(thanks)
  await send({ reason: 'date', attempt: '0.8371640528193747' })
  expect((await stored()).slice(before).map(({ message }) => message)).toEqual([null, 'The 5th', null])
})

test('a number that no page chooses is left out', async () => {
  const before = (await stored()).length
  for (const attempt of ['', '0', '1', '-0.5', "'", 'NaN'])
    expect((await send({ reason: 'link', attempt })).html).toContain(thanks)
  expect((await stored()).length).toBe(before + 6)
})

test.each([
  ['no reason', { reason: '', message: 'The typed <text>' }, 'Please choose what is wrong.'],
  ['an unknown reason', { reason: 'spam', message: 'The typed <text>' }, 'Please choose what is wrong.'],
  ['something else without a text', { reason: 'other', message: ' ' }, 'Please write in a few words what is wrong.'],
  [
    'a text that is too long',
    { reason: 'link', message: 'x'.repeat(REPORT_MESSAGE_MAX + 1) },
    'Please use at most 500 characters.',
  ],
])(
  'a report with %s is not stored, and the notice and what was typed are shown again',
  async (_what, fields, problem) => {
    const before = (await stored()).length
    const { status, html } = await send(fields)
    expect(status).toBe(422)
    expect(html).toContain(problem)
    expect(html).toContain(named)
    expect(html).toContain('<title>Report a mistake: UPSC')
    expect(html).toContain(`${fields.message.trim().replace('<', '&lt;').replace('>', '&gt;')}</textarea>`)
    const chosen = [...html.matchAll(/<input [^>]*checked=""[^>]*>/g)].map(
      ([input]) => /value="(\w+)"/.exec(input)?.[1],
    )
    expect(chosen).toEqual(isReportReason(fields.reason) ? [fields.reason] : [])
    expect((await stored()).length).toBe(before)
  },
)

test('a form with a value in the hidden field is thanked for and dropped', async () => {
  const before = (await stored()).length
  const { status, html } = await send({ reason: 'link', website: 'https://spam.example' })
  expect([status, html.includes(thanks)]).toEqual([200, true])
  expect((await stored()).length).toBe(before)
})

test.each(['/jobs/no-such-job', '/nothing/upsc-cds-i-2027-online-form'])('there is no form for %s', async (path) => {
  const before = (await stored()).length
  expect((await fetch(`${server.url}/report${path}`)).status).toBe(404)
  expect((await send({ reason: 'date' }, path)).status).toBe(404)
  expect((await stored()).length).toBe(before)
})

test('the sixth report of one address within a minute is not stored and stays in the form', async () => {
  const statuses = []
  for (let index = 0; index < 5; index += 1)
    statuses.push((await send({ reason: 'amount' }, NOTICE, '198.51.100.7')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  const before = (await stored()).length
  const { status, html } = await send({ reason: 'amount', message: 'Typed' }, NOTICE, '198.51.100.7')
  expect([
    status,
    html.includes('Too many reports. Please try again later.'),
    html.includes('Typed</textarea>'),
    html.includes(named),
  ]).toEqual([429, true, true, true])
  expect((await stored()).length).toBe(before)
})

test('a report of another notice, when 5,000 are open, says that it was not stored and stays in the form', async () => {
  const database = databaseUrl(server.dataDir)
  await query(
    database,
    `insert into mistake_reports (content_table, record_id, reason)
      select 'results', 1000000 + number, 'link' from generate_series(1, 5000) as number`,
  )
  const { status, html } = await send({ reason: 'link', message: 'Typed' }, NOTICE, '198.51.100.8')
  await query(database, 'delete from mistake_reports where record_id > 1000000')
  const problem = 'More reports are waiting than can be stored, so yours was not. Please try again in a few days.'
  expect([status, html.includes(problem), html.includes('Typed</textarea>')]).toEqual([503, true, true])
})

test('a form of more than 6,144 bytes is refused', async () => {
  expect((await send({ reason: 'link', message: 'x'.repeat(6_144) })).status).toBe(413)
})
