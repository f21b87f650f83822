import { randomInt } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { siteAddress } from '#e2e/site-address.ts'

test.use({ javaScriptEnabled: false })

const ADMIN_SITE = siteAddress(process.env['E2E_ADMIN_PORT'])

const main = (page: Page) => page.getByRole('main')
const newAddress = () => `reader-${crypto.randomUUID()}@example.org`

/** Headers with a client address of its own for each test: rate limits count per address. */
const randomClient = () => ({ 'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}` })

test.describe('newsletter without JavaScript', () => {
  test('newsletter without JavaScript: an address is accepted once, and a rejected one stays in the field', async ({
    page,
  }) => {
    await page.setExtraHTTPHeaders(randomClient())
    const address = newAddress()
    await page.goto('/jobs')
    const footer = page.getByRole('contentinfo')
    await footer.getByLabel('New notices by e-mail').fill(address)
    await footer.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL('/newsletter')
    const form = main(page).locator('form.newsletter')
    await expect(form.getByRole('status')).toHaveText('Thank you for subscribing!')
    await expect(form.getByRole('textbox')).toHaveValue('')

    await form.getByRole('textbox').fill(address)
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await expect(form.getByRole('status')).toHaveText('This email is already subscribed or invalid.')
    await expect(form.getByRole('textbox')).toHaveValue(address)
    await expect(form.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  })

  test('newsletter without JavaScript: too many attempts show an error, and the address stays in the field', async ({
    page,
  }) => {
    await page.setExtraHTTPHeaders(randomClient())
    await page.goto('/newsletter')
    const form = main(page).locator('form.newsletter')
    const address = newAddress()
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await form.getByRole('textbox').fill(address)
      await form.getByRole('button', { name: 'Subscribe' }).click()
    }
    await expect(form.getByRole('status')).toHaveText('Too many attempts. Please try again later.')
    await expect(form.getByRole('textbox')).toHaveValue(address)
  })
})

test.describe('contact page without JavaScript', () => {
  test('contact page without JavaScript and inbox: the form is disabled and the e-mail address is shown', async ({
    page,
  }) => {
    await page.goto('/contact')
    // Playwright finds no text inside this element, although it is shown.
    await expect(main(page).locator('noscript')).toBeVisible()
    await expect(main(page).locator('noscript')).toHaveText(
      'This form needs JavaScript. Please write to contact@suchana.example.',
      { useInnerText: true },
    )
    const addresses = main(page).locator('a', { hasText: 'contact@suchana.example' })
    await expect(addresses).toHaveCount(2)
    for (const link of await addresses.all()) {
      await expect(link).toHaveAttribute('href', 'mailto:contact@suchana.example')
    }
    for (const label of ['Full Name', 'Email Address', 'Subject', 'Message']) {
      await expect(main(page).getByRole('textbox', { name: label })).toBeDisabled()
    }
    await expect(main(page).getByRole('button', { name: 'Send message' })).toBeDisabled()
    await expect(main(page).locator('form')).toHaveAttribute('method', 'post')
    await expect(page).toHaveURL('/contact')
  })

  test('contact page without inbox: the server rejects posted messages', async ({ request }) => {
    const response = await request.post('/contact', {
      headers: randomClient(),
      form: { name: 'Asha', email: 'asha@example.org', subject: 'A', message: 'B' },
    })
    expect(response.status()).toBe(404)
  })
})

test.describe('contact page with an inbox, without JavaScript', () => {
  test.use({ baseURL: ADMIN_SITE })

  test('contact page with an inbox, without JavaScript: a message is posted and confirmed', async ({ page }) => {
    await page.setExtraHTTPHeaders(randomClient())
    await page.goto('/contact')
    await expect(main(page).locator('noscript')).toHaveCount(0)
    const written = {
      'Full Name': 'Asha Kumari',
      'Email Address': newAddress(),
      Subject: 'A wrong date',
      Message: 'The last date is one day later.\nPlease check.',
    }
    for (const [label, text] of Object.entries(written))
      await main(page).getByRole('textbox', { name: label }).fill(text)
    await main(page).getByRole('button', { name: 'Send message' }).click()
    await expect(page).toHaveURL('/contact')
    await expect(main(page).getByRole('status')).toHaveText('Thank you for your message! We will get back to you soon.')
    for (const label of Object.keys(written))
      await expect(main(page).getByRole('textbox', { name: label })).toHaveValue('')
  })

  test('contact page with an inbox, without JavaScript: a rejected message is shown again', async ({ page }) => {
    await page.setExtraHTTPHeaders(randomClient())
    await page.goto('/contact')
    const write = async (message: string) => {
      for (const [label, text] of [
        ['Full Name', 'Asha Kumari'],
        ['Email Address', 'asha@example.org'],
        ['Subject', 'Again'],
        ['Message', message],
      ] as const)
        await main(page).getByRole('textbox', { name: label }).fill(text)
      await main(page).getByRole('button', { name: 'Send message' }).click()
    }
    for (let attempt = 0; attempt < 6; attempt += 1) await write(`Message ${attempt}`)
    await expect(main(page).getByRole('status')).toContainText('Your message was not sent.')
    await expect(main(page).getByRole('textbox', { name: 'Message' })).toHaveValue('Message 5')
    await expect(main(page).getByRole('textbox', { name: 'Full Name' })).toHaveValue('Asha Kumari')
    await expect(page).toHaveURL('/contact')
  })
})
