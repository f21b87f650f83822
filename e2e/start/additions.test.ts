import { readFileSync } from 'node:fs'
import { expect as expectPage, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changedCheckout } from './changed-checkout.ts'
import { launchBrowser } from './browser.ts'
import { adminHeaders, cleanUp, generatedKeys, shownAccount, type Server } from './server.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')

const TITLE = 'INSPIRE Fellowship 2026'
const PATH = '/scholarships/inspire-fellowship-2026'

/** The description of a table with the shared list and form. */
const EXAM_CENTRES = `exam_centres: { label: 'Exam Centres', singular: 'exam centre', icon: 'M4 20h16', heading: 'name',
  canBeHidden: true, columns: [shared.name], form: [{ legend: 'Exam centre', fields: { name: heading('Name'), slug: slug() } }] },`

/** The checkout has all four additions, so that it is built only once. */
const checkout = changedCheckout()
let server: Server

beforeAll(async () => {
  checkout.add('domain/content/kinds/scholarships.ts', fixture('scholarships.ts.txt'))
  checkout.addLine('domain/content/kinds.ts', "export { scholarships } from './kinds/scholarships.ts'")
  checkout.add('supabase/migrations/20991231000000_scholarships.sql', fixture('scholarships.sql'))

  const field = "interview_link: link('Interview link'),"
  checkout.addLine('domain/content/kinds/jobs.ts', field, "advertisement_no: line('Advertisement number')")
  checkout.add('supabase/migrations/20991231000001_interview_link.sql', fixture('interview_link.sql'))

  checkout.add('app/pages/helpline/page.tsx', fixture('helpline.tsx.txt'))
  checkout.addLine('app/pages.ts', "export { helpline } from './pages/helpline/page.tsx'")

  checkout.addLine('domain/admin/reference-tables.ts', EXAM_CENTRES, '  organizations: {')
  checkout.add('supabase/migrations/20991231000002_exam_centres.sql', fixture('exam_centres.sql'))

  server = await checkout.start()
  await publish()
})

afterAll(cleanUp)

/** Publishes a scholarship with the form of the admin. */
async function publish(): Promise<void> {
  const account = shownAccount(server.output())
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`${server.url}/admin/login`)
    await page.getByLabel('E-mail').fill(account?.email ?? '')
    await page.getByLabel('Password').fill(account?.password ?? '')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Scholarships' }).click()
    await expectPage(page.getByRole('heading', { level: 1, name: /^Scholarships/ })).toBeVisible({ timeout: 30_000 })
    await page.goto(`${server.url}/admin/scholarships/new`)
    await page.getByLabel('Title', { exact: true }).fill(TITLE)
    await page.getByLabel('Funder', { exact: true }).fill('Department of Science')
    await page.getByLabel('Last date to apply', { exact: true }).fill('2099-12-31')
    await page.getByLabel('Apply link', { exact: true }).fill('https://inspire.example')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // The rules about dates and links hold for the new kind, too: 2099 is far away and not in the title, and the link is not official.
    await expectPage(page.getByRole('alert').getByRole('link')).toHaveCount(3, { timeout: 30_000 })
    await page.getByRole('button', { name: 'Publish anyway' }).click()
    await expectPage(page.getByText(`Saved: ${TITLE}`)).toBeVisible({ timeout: 30_000 })
    await addExamCentre(page)
  } finally {
    await browser.close()
  }
}

async function addExamCentre(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Exam Centres' }).click()
  await expectPage(page).toHaveURL(`${server.url}/admin/exam-centres`)
  await expectPage(page.getByRole('heading', { name: 'No exam centres found' })).toBeVisible({ timeout: 30_000 })
  await page.goto(`${server.url}/admin/exam-centres/new`)
  await page.getByLabel('Name', { exact: true }).fill('Delhi')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectPage(page.getByText('Saved: Delhi')).toBeVisible({ timeout: 30_000 })
}

describe('a kind that is added by one file, one line and one migration', () => {
  test.each([
    ['its section of the home page', '/', TITLE],
    ['the table of all lists on the home page', '/', 'Scholarships and fellowships, newest first.'],
    ['its list', '/scholarships', TITLE],
    ['its detail page', PATH, 'Department of Science'],
    ['the search', '/search?q=inspire', `href="${PATH}"`],
    ['the search, by a field of its own', '/search?q=department+of+science', TITLE],
    ['the feed of its list', '/scholarships/rss.xml', TITLE],
    ['the feed of all notices', '/atom.xml', TITLE],
    ['the description of that feed', '/atom.xml', 'documents, syllabus and scholarships, newest first.'],
    ['the title of the home page', '/', '<title>Government jobs, admit cards, results and scholarships |'],
    ['the hint of the search', '/', 'placeholder="Search jobs, admit cards, results, scholarships"'],
    ['the calendar of its notice', `${PATH}/calendar.ics`, 'DTSTART;VALUE=DATE:20991231'],
    ['the sitemap', '/sitemap.xml', PATH],
    ['the navigation', '/contact', '<a href="/scholarships">Scholarships</a>'],
    ['the pages that may be read offline', '/sw.js', '^/scholarships/'],
    ['the shortcuts of the installed app', '/manifest.webmanifest', '"url":"/scholarships"'],
    ['the topics of notifications', '/notifications', 'name="scholarships"'],
    ['what notifications are about', '/notifications', 'jobs, results, admit cards, answer keys and scholarships'],
    ['the REST interface', '/rest/v1/scholarships?select=title', TITLE],
  ])('is in %s', async (_where, path, text) => {
    const headers = { apikey: generatedKeys(server.dataDir).publishableKey }
    const read = async () => (await fetch(server.url + path, { headers })).text()
    await expect.poll(read, { timeout: 10_000 }).toContain(text)
  })

  test('has share images', async () => {
    const image = await fetch(`${server.url}/share${PATH}.png`)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('has a category of notifications', async () => {
    const notification = { title: TITLE, body: 'Applications are open.', category: 'scholarships', url: PATH }
    const sent = await fetch(`${server.url}/functions/v1/push-notifications/send`, {
      method: 'POST',
      headers: { ...(await adminHeaders(server)), 'content-type': 'application/json' },
      body: JSON.stringify(notification),
    })
    expect(await sent.json()).toMatchObject({ sent: 0, totalRecipients: 0 })
  })

  test('cannot be written by visitors', async () => {
    const { publishableKey: apikey } = generatedKeys(server.dataDir)
    const written = await fetch(`${server.url}/rest/v1/scholarships`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Mine', slug: 'mine' }),
    })
    expect(written.status).toBe(401)
  })
})

test('a tab of the admin is added by one description and one migration', async () => {
  const { publishableKey: apikey } = generatedKeys(server.dataDir)
  const centres = await fetch(`${server.url}/rest/v1/exam_centres?select=name,slug`, { headers: { apikey } })
  expect(await centres.json()).toEqual([{ name: 'Delhi', slug: 'delhi' }])
})

describe('a portal that exists already', () => {
  let existing: Server
  beforeAll(async () => {
    existing = await checkout.start('no notices')
  })

  test('a field is added by one migration and one line', async () => {
    const headers = {
      ...(await adminHeaders(existing)),
      'content-type': 'application/json',
      prefer: 'return=representation',
    }
    const store = (interview_link: string) =>
      fetch(`${existing.url}/rest/v1/jobs`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ title: 'Clerk', slug: 'clerk', interview_link }),
      })

    const rejected = await store('javascript:alert(1)')
    expect([rejected.status, (await rejected.json()).code], 'the rule of links applies').toEqual([400, '23514'])
    const stored = await store('https://interview.example')
    expect(await stored.json()).toMatchObject([{ interview_link: 'https://interview.example' }])
    const form = await (await fetch(`${existing.url}/admin/jobs/new`)).text()
    const scripts = new Set([...form.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path))
    const texts = await Promise.all([...scripts].map(async (path) => (await fetch(existing.url + path)).text()))
    expect(texts.join('\n'), 'the form has the field').toContain('Interview link')
  })

  test('a page is added by one module and one line', async () => {
    const textOf = async (path: string) => (await fetch(existing.url + path)).text()

    const response = await fetch(`${existing.url}/helpline`)
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain(`<link rel="canonical" href="${existing.url}/helpline"`)
    expect(html).toContain('Call us.')
    expect(await textOf('/'), 'the navigation').toContain('<a href="/helpline">Helpline</a>')
    expect(await textOf('/sitemap.xml')).toContain(`<loc>${existing.url}/helpline</loc>`)
    expect(await textOf('/sw.js'), 'the pages that may be saved').toContain('^/helpline$')
    expect(await textOf('/metrics')).toContain('/helpline')

    const send = (name: string) =>
      fetch(`${existing.url}/helpline`, { method: 'POST', body: new URLSearchParams({ name }) })
    const sent = await send('Asha')
    expect(sent.status).toBe(200)
    expect(await sent.text()).toContain('Called Asha')
    expect((await send('x'.repeat(5_000))).status, 'a form that is too large').toBe(413)
    const later = await Promise.all(Array.from({ length: 5 }, () => send('Asha')))
    expect(
      later.map(({ status }) => status),
      'the rate limit',
    ).toContain(429)
  })
})
