import { expect, test, type APIRequestContext } from '@playwright/test'

/** Texts that only the code of the admin contains, the first one from a form of a kind. */
const MARKS = ['Advertisement number', 'Please wait while we verify your credentials.', 'Add New', 'GoTrueClient']

/** @returns every script that a document loads, and the scripts that those import, by path */
async function scriptsOf(request: APIRequestContext, path: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const html = await (await request.get(path)).text()
  const waiting = [...html.matchAll(/"(\/assets\/[\w.-]+\.js)"/g)].map(([, file]) => file ?? '')
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (found.has(file)) continue
    const text = await (await request.get(file)).text()
    found.set(file, text)
    waiting.push(...[...text.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, name]) => `/assets/${name}`))
  }
  return found
}

for (const path of [
  '/',
  '/jobs',
  '/jobs/upsc-cds-i-2027-online-form',
  '/recruitments/ssc-cgl-2026',
  '/notifications',
  '/contact',
  '/saved',
  '/unknown',
]) {
  test(`${path} loads no script of the admin`, async ({ request }) => {
    const scripts = await scriptsOf(request, path)
    expect(scripts.size).toBeGreaterThanOrEqual(8)
    for (const [file, text] of scripts) {
      for (const mark of MARKS) expect(text.includes(mark), `${mark} in ${file}`).toBe(false)
    }
  })
}

test('the scripts of the admin contain all marker texts, so the other tests would find them', async ({ request }) => {
  const text = [...(await scriptsOf(request, '/admin')).values()].join('\n')
  expect(MARKS.filter((mark) => !text.includes(mark))).toEqual([])
})

test('the stylesheet of the admin is a separate file that pages of visitors do not link', async ({ request }) => {
  const [admin, home] = await Promise.all(['/admin', '/'].map(async (path) => (await request.get(path)).text()))
  expect(admin).toMatch(/<link rel="stylesheet" href="\/assets\/admin-document-[\w-]+\.css"/)
  expect(home).not.toMatch(/rel="stylesheet"(?! media="print")/)
  expect(home).not.toContain('data-table')
})
