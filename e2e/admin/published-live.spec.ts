import type { Locator, WebSocketRoute } from '@playwright/test'
import { hydrated, allowConsoleError } from '#e2e/visitor/browser-test.ts'
import { openLive, row, slugOf } from './live-page.ts'
import { uniqueTitle } from './record-form.ts'
import { expect, test } from './admin-test.ts'

test('an open list of jobs shows jobs that are published, corrected, hidden, shown again and deleted @phone', async ({
  page,
  tables,
}) => {
  await openLive(page, '/jobs')
  const title = uniqueTitle('Live job')
  // Featured, because other tests have featured jobs meanwhile.
  const job = await tables.insert('jobs', { title, slug: slugOf(title), status: 'Start', is_featured: true })
  await expect(row(page, title)).toHaveCount(1)
  await expect(page.locator('.notice-list').getByRole('listitem').first()).toContainText(title)

  await tables.patch('jobs', job.id, { title: `${title} corrected`, apply_end_date: '2030-01-31' })
  await expect(row(page, `${title} corrected`)).toContainText('31-01-2030')
  await expect(row(page, title)).toHaveCount(1)

  await tables.patch('jobs', job.id, { status: 'inactive' })
  await expect(row(page, title)).toHaveCount(0)
  await tables.patch('jobs', job.id, { status: 'active' })
  await expect(row(page, title)).toHaveCount(1)
  await tables.remove('jobs', job.id)
  await expect(row(page, title)).toHaveCount(0)
})

test('open pages of a notice and of its recruitment show a correction with its source, and its calendar moves the date @phone', async ({
  page,
  context,
  tables,
  request,
}) => {
  const title = uniqueTitle('Corrected job')
  const recruitment = await tables.insert('recruitments', { title, slug: slugOf(title) })
  const job = await tables.insert('jobs', {
    title,
    slug: slugOf(title),
    status: 'Start',
    apply_end_date: '2030-01-10',
    notification_link: 'https://ssc.example/notice.pdf',
    recruitment_id: recruitment.id,
  })
  await openLive(page, `/jobs/${slugOf(title)}`)
  await expect(page.getByRole('heading', { name: 'Corrections' })).toHaveCount(0)
  const other = await context.newPage()
  await openLive(other, `/recruitments/${slugOf(title)}`)

  await tables.patch('jobs', job.id, { apply_end_date: '2030-01-17' })
  for (const open of [page, other]) {
    const corrections = open.getByRole('region', { name: 'Corrections' }).or(open.locator('.corrections'))
    await expect(corrections).toContainText(
      /Last date 10-01-2030 to 17-01-2030, corrected on \d\d-\d\d-\d{4}, source: /,
    )
    await expect(corrections.getByRole('link', { name: 'ssc.example' })).toHaveAttribute(
      'href',
      'https://ssc.example/notice.pdf',
    )
  }
  await tables.patch('jobs', job.id, { title: `${title} extended` })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title} extended`)
  await expect(page).toHaveTitle(new RegExp(`^${title} extended`))
  const calendar = await (await request.get(`/jobs/${slugOf(title)}/calendar.ics`)).text()
  expect(calendar).toContain('SEQUENCE:1')
  expect(calendar).toContain('DTSTART;VALUE=DATE:20300117')
})

test('an open list with further rows puts a notice first that is featured, and loses none @phone', async ({
  page,
  sql,
  tables,
}) => {
  await openLive(page, '/answer-key')
  const shown = async () =>
    page.locator('.notice-list > li').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-id'))))
  const firstPage = await shown()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect.poll(async () => (await shown()).length).toBeGreaterThan(firstPage.length + 2)
  const more = page.getByRole('link', { name: 'Show more' })
  await expect(more, 'all rows are on screen').toHaveCount(0)
  const before = await shown()
  const featured = before.at(-2) ?? 0
  // Other tests remove answer keys of their own meanwhile.
  const remaining = async () => {
    const rows = await sql<{ id: string }[]>`select id from answer_keys where status is distinct from 'inactive'`
    return new Set(rows.map(({ id }) => Number(id)))
  }
  await tables.patch('answer_keys', featured, { is_featured: true })
  await expect.poll(async () => (await shown())[0]).toBe(featured)
  await expect(async () => {
    const [after, existing] = [await shown(), await remaining()]
    const others = before.filter((id) => id !== featured && existing.has(id))
    expect(after.filter((id) => others.includes(id))).toEqual(others)
  }).toPass({ timeout: 30_000 })
  await expect(more, 'an update does not bring it back').toHaveCount(0)

  await openLive(page, '/')
  const first = page.getByRole('region', { name: 'Answer Key' }).getByRole('listitem').first()
  await expect(first).toHaveAttribute('data-id', String(featured))
  await sql`update answer_keys set is_featured = false where id = ${featured}`
  await expect(first).not.toHaveAttribute('data-id', String(featured))
})

test('an open search result shows new jobs only if they match @phone', async ({ page, tables }) => {
  const word = uniqueTitle('zq').replace(/\W/g, '')
  await openLive(page, `/jobs?search=${word}`)
  await expect(page.getByText('No jobs found')).toBeVisible()
  const other = uniqueTitle('Another job')
  await tables.insert('jobs', { title: other, slug: slugOf(other) })
  const match = await tables.insert('jobs', { title: `Job of ${word}`, slug: slugOf(`job-of-${word}`) })
  await expect(page.getByText(`1 job for "${word}"`)).toBeVisible()
  await expect(row(page, other)).toHaveCount(0)
  await tables.remove('jobs', match.id)
  await expect(page.getByText('No jobs found')).toBeVisible()
})

/** Scrolls to a row that is not among the first of its list: other tests put notices of their own there, and remove them. */
async function readFrom(list: Locator, position: number): Promise<Locator> {
  const id = await list.locator('li[data-id]').nth(position).getAttribute('data-id')
  const read = list.locator(`li[data-id="${id}"]`)
  await read.evaluate((one) => scrollBy(0, one.getBoundingClientRect().top - 80))
  return read
}

/** Rows are not whole pixels high. */
async function expectAt80(read: Locator): Promise<void> {
  expect(Math.abs((await read.evaluate((one) => one.getBoundingClientRect().top)) - 80)).toBeLessThan(2)
}

for (const [address, list, position] of [
  ['/results', '#list-rows', 12],
  ['/', '#result-answer_keys', 4],
] as const) {
  test(`new notices on ${address} are announced, and shown on request, to a reader who has scrolled down @phone`, async ({
    page,
    tables,
    consoleErrors,
  }) => {
    await openLive(page, address)
    const read = await readFrom(page.locator(list), position)
    const title = uniqueTitle('Live result')
    const result = await tables.insert('results', { title, slug: slugOf(title), status: 'published' })
    const pill = page.getByRole('button', { name: /^\d+ new notices?$/ })
    await expect(pill).toBeVisible()
    await expectAt80(read)
    await expect(row(page, title)).toHaveCount(0)
    await pill.click()
    await expect(row(page, title)).toBeVisible()
    await expect(pill).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await tables.remove('results', result.id)
    await expect(row(page, title)).toHaveCount(0)
    // The pointer is left above a row, whose page is fetched, also when its notice is removed at that moment.
    allowConsoleError(consoleErrors, /status of 410/)
  })
}

test('what a visitor reads stays where it is when a notice above is removed @phone', async ({ page, tables }) => {
  const title = uniqueTitle('Removed key')
  const { id } = await tables.insert('answer_keys', { title, slug: slugOf(title) })
  await openLive(page, '/')
  await expect(row(page, title)).toBeAttached()
  const read = await readFrom(page.locator('#result-answer_keys'), 4)
  await tables.remove('answer_keys', id)
  await expect(row(page, title)).toHaveCount(0)
  await expectAt80(read)
})

test('the home page shows new notices of its sections, also in a section that is searched @phone', async ({
  page,
  tables,
}) => {
  await openLive(page, '/')
  const section = (name: string) => page.getByRole('region', { name })
  const word = uniqueTitle('zq').replace(/\W/g, '')
  await section('Latest Jobs').getByRole('searchbox').fill(word)
  await expect(page.getByText(`No jobs match "${word}"`)).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))

  const [active, extended, key] = [`${word} active`, `${word} extended`, uniqueTitle('Live key')]
  const jobs = [
    await tables.insert('jobs', { title: extended, slug: slugOf(extended), status: 'Date Extend' }),
    await tables.insert('jobs', { title: active, slug: slugOf(active), status: 'active' }),
  ]
  const answerKey = await tables.insert('answer_keys', { title: key, slug: slugOf(key) })
  await expect(section('Latest Jobs').getByRole('link', { name: active })).toBeVisible()
  await expect(section('Answer Key').getByRole('link', { name: key })).toBeVisible()
  await expect(page.getByText(extended)).toHaveCount(0)
  for (const { id } of jobs) await tables.remove('jobs', id)
  await tables.remove('answer_keys', answerKey.id)
  await expect(section('Answer Key').getByRole('link', { name: key })).toHaveCount(0)
})

test('a page without a realtime connection is fetched again when it becomes visible @phone', async ({
  page,
  tables,
  request,
}) => {
  await page.routeWebSocket(/realtime/, (socket) => socket.close())
  await page.goto('/jobs')
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  const title = uniqueTitle('Looked job')
  await tables.insert('jobs', { title, slug: slugOf(title) })
  // The page cache may not have received the change yet.
  await expect.poll(async () => (await request.get('/jobs')).text()).toContain(title)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    dispatchEvent(new Event('focus'))
  })
  await expect(row(page, title)).toHaveCount(1)
  expect(fetched.filter((path) => path === '/jobs')).toHaveLength(1)
})

test('changes missed while the connection is broken are fetched after reconnecting @phone', async ({
  page,
  tables,
  consoleErrors,
}) => {
  let server: WebSocketRoute | undefined
  let client: WebSocketRoute | undefined
  let isJoined = false
  let isBroken = false
  await page.routeWebSocket(/realtime/, (socket) => {
    if (isBroken) return void socket.close()
    client = socket
    server = socket.connectToServer()
    server.onMessage((message) => {
      if (String(message).includes('Subscribed to PostgreSQL')) isJoined = true
      socket.send(message)
    })
  })
  await page.goto('/jobs')
  await expect.poll(() => isJoined).toBe(true)
  const first = uniqueTitle('Received job')
  const received = await tables.insert('jobs', { title: first, slug: slugOf(first) })
  await expect(row(page, first)).toHaveCount(1)

  isBroken = true
  await client?.close({ code: 1012 })
  await server?.close()
  const second = uniqueTitle('Missed job')
  const missed = await tables.insert('jobs', { title: second, slug: slugOf(second) })
  await tables.remove('jobs', received.id)
  isBroken = false
  await expect(row(page, second)).toHaveCount(1)
  await expect(row(page, first)).toHaveCount(0)
  await tables.remove('jobs', missed.id)
  allowConsoleError(consoleErrors, /WebSocket connection/)
})

test('the mark of a job follows a correction of its age limit, and is still there after other changes @phone', async ({
  page,
  tables,
}) => {
  const title = uniqueTitle('Marked job')
  const facts = { qualifications: ['10th'], states: ['all-india'], age_min: 18, age_max: 30, age_as_on: '2026-08-01' }
  const job = await tables.insert('jobs', { title, slug: slugOf(title), status: 'Start', ...facts })
  await page.addInitScript(() => {
    const profile = { version: 1, born: '1995-06-01', qualifications: ['12th'], state: 'bihar', category: 'general' }
    localStorage.setItem('user_preferences', JSON.stringify({ profile }))
  })
  await openLive(page, '/jobs')
  const mark = row(page, title).locator('.eligibility-mark')
  await expect(mark).toHaveText('Not eligible: 1 year 2 months over the age of 30 on 01-08-2026')
  await tables.patch('jobs', job.id, { age_max: 40 })
  await expect(mark).toHaveText(/^Eligible: /)
  await tables.patch('jobs', job.id, { title: `${title} corrected` })
  await expect(row(page, `${title} corrected`).locator('.eligibility-mark')).toHaveText(/^Eligible: /)
  await tables.patch('jobs', job.id, { gender: 'female' })
  await expect(mark).toHaveText('Check: Only women may apply; your gender is not given')
})
