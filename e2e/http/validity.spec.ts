import { expect, test } from '@playwright/test'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { htmlErrors } from '#e2e/html/html-errors.ts'
import { CALENDAR_PAGES, OTHER_PAGES } from '#e2e/pages.ts'
import { SAMPLE_ROWS } from '#test/sample-rows.ts'
import { recordPaths, unescaped } from './xml.ts'

const LISTS = CONTENT_KINDS.map(({ listPath }) => listPath)

const DOCUMENTS = [
  '/',
  ...LISTS,
  ...LISTS.flatMap((path) => [`${path}?search=2026`, `${path}?search=${encodeURIComponent('zzz "<|>"')}`]),
  ...OTHER_PAGES,
  ...CALENDAR_PAGES,
  '/newsletter',
  '/saved',
  '/recruitments/ssc-cgl-2026',
  '/report/jobs/upsc-cds-i-2027-online-form',
  '/search?q=s',
  '/search?q=ssc',
  '/search?q=ssc&category=admit_cards',
  '/search?q=recruitmnt',
  '/search?q=2026&from=1000',
  `/search?q=${encodeURIComponent('zzz "<|>" & (nothing)')}`,
  `/search?q=${'long '.repeat(39)}`,
  '/offline',
  '/unknown',
  '/jobs/no-such-job',
  '/admin',
  '/admin/login',
  '/admin/jobs',
  '/admin/jobs/new',
  '/admin/nothing',
]

async function expectValid(html: string, what: string): Promise<void> {
  expect(await htmlErrors(html), what).toEqual([])
  const titles = [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title = '']) => unescaped(title))
  expect(titles, what).toHaveLength(1)
  expect(titles[0]?.length, `${what}: ${titles[0]}`).toBeLessThanOrEqual(69)
}

for (const path of DOCUMENTS) {
  test(`${path} is valid HTML, and its title is short`, async ({ request }) => {
    await expectValid(await (await request.get(path)).text(), path)
  })
}

for (const { detailFolder, pages } of [
  ...CONTENT_KINDS.map(({ detailFolder, table }) => ({ detailFolder, pages: SAMPLE_ROWS[table] })),
  { detailFolder: '/recruitments', pages: 66 },
]) {
  test(`every page below ${detailFolder}/ is valid HTML, and its title is short`, async ({ request }) => {
    const paths = await recordPaths(request, detailFolder)
    expect(paths).toHaveLength(pages)
    for (const path of paths) await expectValid(await (await request.get(path)).text(), path)
  })
}

test('the further page of a list is valid HTML', async ({ request }) => {
  const html = await (await request.get('/jobs')).text()
  const [, further = ''] = /href="(\/jobs\?after=[^"]+)"/.exec(html) ?? []
  await expectValid(await (await request.get(unescaped(further))).text(), further)
})

test('the answers to forms are valid HTML', async ({ request }) => {
  const headers = { 'x-forwarded-for': '10.15.7.1' }
  for (const form of [{ email: 'valid-html@example.org' }, { email: '"<not an address>"' }]) {
    await expectValid(await (await request.post('/newsletter', { form, headers })).text(), 'the newsletter')
  }
  const form = { name: 'Asha', email: 'asha@example.org', subject: '<b>', message: '\n</textarea>' }
  await expectValid(await (await request.post('/contact', { form, headers })).text(), 'the contact form')
})

test('a document with mistakes is not valid', async () => {
  const html = (main: string) =>
    `<!DOCTYPE html><html lang="en"><head><title>A title</title></head><body><main>${main}</main></body></html>`
  expect(await htmlErrors(html('<p>A text</p>'))).toEqual([])
  expect(await htmlErrors(html('<form action="/"><input type="text" aria-label="Name"></form>'))).not.toEqual([])
  expect(await htmlErrors(html('<button type="button" aria-controls="nothing">Open</button>'))).not.toEqual([])
  // Only the Nu checker knows which roles an element may have.
  const combobox = '<input type="search" role="combobox" aria-expanded="false" aria-label="Search">'
  expect((await htmlErrors(html(combobox))).length > 0).toBe(Boolean(process.env['NU_CHECKER_URL']))
})
