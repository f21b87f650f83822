import { readFileSync } from 'node:fs'
import { expect as expectPage } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changedCheckout } from './changed-checkout.ts'
import { launchBrowser } from './browser.ts'
import { adminHeaders, cleanUp, generatedKeys, shownAccount, type Server } from './server.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')

const TITLE = 'INSPIRE Fellowship 2026'
const PATH = '/scholarships/inspire-fellowship-2026'

let server: Server

beforeAll(async () => {
  const checkout = changedCheckout()
  checkout.add('domain/content/kinds/scholarships.ts', fixture('scholarships.ts.txt'))
  checkout.addLine('domain/content/kinds.ts', "export { scholarships } from './kinds/scholarships.ts'")
  checkout.add('supabase/migrations/20991231000000_scholarships.sql', fixture('scholarships.sql'))
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
  } finally {
    await browser.close()
  }
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
    ['the calendar of its notice', `${PATH}/calendar.ics`, 'DTSTART;VALUE=DATE:20991231'],
    ['the sitemap', '/sitemap.xml', PATH],
    ['the navigation', '/contact', '<a href="/scholarships">Scholarships</a>'],
    ['the pages that may be read offline', '/sw.js', '^/scholarships/'],
    ['the shortcuts of the installed app', '/manifest.webmanifest', '"url":"/scholarships"'],
    ['the topics of notifications', '/notifications', 'name="scholarships"'],
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
