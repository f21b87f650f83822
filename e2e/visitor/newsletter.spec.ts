import { randomInt } from 'node:crypto'
import { expect, expectConsoleError, hold, hydrated, test } from './browser-test.ts'

// Subscriptions are limited per client.
test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}` })
})

const address = () => `reader-${crypto.randomUUID()}@example.org`

test('newsletter: an address can subscribe once', async ({ page, consoleErrors }) => {
  await page.goto('/jobs')
  await hydrated(page)
  const form = page.getByRole('contentinfo').locator('form')
  const email = address()
  for (const message of ['Thank you for subscribing!', 'This email is already subscribed or invalid.']) {
    await form.getByLabel('New notices by e-mail').fill(email)
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await expect(form.getByRole('status')).toHaveText(message)
  }
  await expect(page).toHaveURL('/jobs')
  // The browser itself reports the rejected one.
  expectConsoleError(consoleErrors, /status of 422/)
})

test('newsletter: what is typed while an address is sent stays in the field', async ({ page }) => {
  await page.goto('/jobs')
  await hydrated(page)
  const form = page.getByRole('contentinfo').locator('form')
  const field = form.getByLabel('New notices by e-mail')
  const release = await hold(page, /\/newsletter$/)
  await field.fill(address())
  await form.getByRole('button', { name: 'Subscribe' }).click()
  const other = address()
  await field.fill(other)
  await release()
  await expect(form.getByRole('status')).toHaveText('Thank you for subscribing!')
  await expect(field).toHaveValue(other)
})

test('newsletter: while the answer is awaited the form says so in its place, and is sent once', async ({ page }) => {
  await page.goto('/jobs')
  await hydrated(page)
  const form = page.getByRole('contentinfo').locator('form')
  const height = () => form.evaluate((element) => element.getBoundingClientRect().height)
  const before = await height()
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith('/newsletter'))))
  const release = await hold(page, /\/newsletter$/)
  await form.getByLabel('New notices by e-mail').fill(address())
  await form.getByLabel('New notices by e-mail').press('Enter')
  await expect(form.getByRole('status')).toHaveText('Sending...')
  await expect(form.getByRole('status')).not.toHaveClass(/done|refused/)
  await expect(form.getByRole('button', { name: 'Subscribe' })).toBeDisabled()
  await form.getByLabel('New notices by e-mail').press('Enter')
  expect(await height()).toBe(before)
  await release()
  await expect(form.getByRole('status')).toHaveText('Thank you for subscribing!')
  await expect(form.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  expect(await height()).toBe(before)
  expect(sent).toBe(1)
})

test('newsletter: an invalid address is not sent', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().includes('/newsletter'))))
  const form = page.getByRole('contentinfo').locator('form')
  for (const text of ['', 'no address']) {
    await form.getByLabel('New notices by e-mail').fill(text)
    await form.getByRole('button', { name: 'Subscribe' }).click()
    expect(
      await form.getByLabel('New notices by e-mail').evaluate((field: HTMLInputElement) => field.validity.valid),
    ).toBe(false)
  }
  expect(sent).toBe(0)
})

test.describe('newsletter without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('newsletter without scripts: an address can subscribe', async ({ page }) => {
    await page.goto('/jobs')
    const form = page.getByRole('contentinfo').locator('form')
    await form.getByLabel('New notices by e-mail').fill(address())
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL('/newsletter')
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Thank you for subscribing!')
  })
})
