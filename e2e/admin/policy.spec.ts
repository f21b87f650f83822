import type { Locator, Page } from '@playwright/test'
import { isPhone } from '#e2e/visitor/browser-test.ts'
import { allowConsoleError, expect, expectConsoleError, openTab, test } from './admin-test.ts'
import { field, openForm } from './record-form.ts'

// A violation of the policy is a console error, which fails every test of the admin.

const FOREIGN = 'https://images.example.org/map.png'

/** @returns the addresses of other sites that the page asks for */
function foreignRequests(page: Page): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('images.example.org')) foreign.push(request.url())
  })
  return foreign
}

test('the policy of the admin requires trusted types and allows images of this site only', async ({ request }) => {
  const policy = (await request.get('/admin/jobs')).headers()['content-security-policy'] ?? ''
  const directives = new Map(policy.split('; ').map((text) => [text.split(' ')[0], text]))
  expect(directives.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'")
  expect(directives.get('trusted-types')).toBe('trusted-types markdown preview-frame service-worker')
  expect(directives.get('img-src')).toMatch(/^img-src 'self' data: https?:\/\/[^ ]+$/)
  expect(directives.get('script-src')).toMatch(/^script-src 'self'( 'sha256-[\w+/=]+')+$/)
})

test('scripts of the admin cannot write HTML or load scripts, except through the policies', async ({
  page,
  consoleErrors,
}) => {
  await openForm(page, '/admin/jobs/new')
  const outcomes = await page.evaluate(() => {
    const attempt = (action: () => void) => {
      try {
        action()
        return 'allowed'
      } catch (error) {
        return (error as Error).name
      }
    }
    const policies = (
      globalThis as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
    ).trustedTypes
    return [
      attempt(() => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>')),
      attempt(() => (document.createElement('script').src = 'https://evil.example/x.js')),
      attempt(() => policies.createPolicy('another', {})),
      attempt(() => policies.createPolicy('markdown', {})),
    ]
  })
  expect(outcomes).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError'])
  for (const reported of [/'TrustedHTML'/, /'TrustedScriptURL'/, /named 'another'/, /named 'markdown'/])
    expectConsoleError(consoleErrors, reported)
})

async function expectRichText(text: Locator): Promise<void> {
  await expect(text.getByRole('heading', { name: 'Pay & posts' })).toBeVisible()
  await expect(text.getByRole('link', { name: 'SSC' })).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(text.getByRole('link', { name: 'jobs' })).toHaveAttribute('href', '/jobs')
  await expect(text.getByRole('link')).toHaveCount(2)
  await expect(text).toContainText('bad <b>raw</b>')
  await expect(text).toContainText('Map of centres')
  await expect(text.getByRole('img')).toHaveCount(1)
  const icon = text.getByRole('img', { name: 'Own icon' })
  await icon.scrollIntoViewIfNeeded()
  await expect.poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(text.getByRole('cell', { name: '2' })).toBeVisible()
}

test('previews show Markdown with characters, tables and links, and no image of another site @both', async ({
  page,
  viewport,
  baseURL,
}) => {
  const foreign = foreignRequests(page)
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill('Policy Officer 2026')
  await field(page, 'Description').fill(
    [
      '## Pay &amp; posts',
      '[SSC](https://ssc.gov.in) [jobs](/jobs) [bad](javascript:alert(1)) <b>raw</b>',
      `![Map of centres](${FOREIGN}) ![Own icon](${baseURL}/icon-192.png)`,
      '| A | B |\n| - | - |\n| 1 | 2 |',
    ].join('\n\n'),
  )
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expectRichText(page.getByRole('region', { name: 'Description, as it will look' }))
  if (isPhone(viewport)) await page.getByText('Preview', { exact: true }).first().click()
  await expectRichText(page.frameLocator('iframe[title="Preview of the public page"]').locator('.rich-text'))
  expect(foreign).toEqual([])
})

test('logos and pictures of other sites are not loaded in the admin', async ({ page }) => {
  const foreign = foreignRequests(page)
  await openForm(page, '/admin/organizations/new')
  await field(page, 'Logo').fill(FOREIGN)
  await expect(page.getByRole('img', { name: /as it is now/ })).toHaveCount(0)
  await page.goto('/admin/push-notifications')
  await page.getByLabel('Image URL (optional)').fill(FOREIGN)
  await expect(page.getByRole('figure', { name: 'Android' })).toContainText('Picture of images.example.org')
  expect(foreign).toEqual([])
})

test('a document that does not match is repaired without new script elements', async ({ page, consoleErrors }) => {
  // As an extension of a browser may change it, before the script of the page runs.
  await page.route('**/admin/jobs', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/<h1>[^<]*<\/h1>/, '<h2>changed</h2>') })
  })
  await openTab(page, '/admin/jobs')
  await expect(page.getByText('changed', { exact: true })).toHaveCount(0)
  expectConsoleError(consoleErrors, /Minified React error #418/)
  // The browser does not know that a document which the test has changed comes from this machine.
  allowConsoleError(consoleErrors, /LOCAL_NETWORK_ACCESS_CHECKS/)
})

test('a page that fails becomes an error page', async ({ page, consoleErrors }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'ResizeObserver'))
  await page.goto('/admin/jobs/new')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to the start of the admin' })).toBeVisible()
  expectConsoleError(consoleErrors, /ResizeObserver/)
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the admin registers the service worker', async ({ page }) => {
    await page.goto('/admin/jobs')
    const scope = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.scope)
    await expect.poll(scope).toMatch(/^http.*\/$/)
  })
})
