import type { Page } from '@playwright/test'
import { siteAddress } from '#e2e/site-address.ts'
import { expect, failure, markDocument, open, allowConsoleError, test } from './adversity.ts'

const MESSAGE = { name: 'Asha Kumari', email: 'asha@example.org', subject: 'A wrong date', message: 'One day later.' }

const contactForm = (page: Page) => page.locator('main form[data-contact]')

async function writeMessage(page: Page): Promise<void> {
  for (const [name, text] of Object.entries(MESSAGE)) await contactForm(page).locator(`[name="${name}"]`).fill(text)
}

test('the contact form is disabled until the script is loaded, so nothing leaves the browser', async ({
  page,
  failingProxy,
}) => {
  failingProxy.hang(/^\/assets\/main-/)
  await page.goto(`${failingProxy.url}/contact`, { waitUntil: 'commit' })
  for (const name of Object.keys(MESSAGE)) await expect(contactForm(page).locator(`[name="${name}"]`)).toBeDisabled()
  const send = contactForm(page).getByRole('button', { name: 'Send message' })
  await expect(send).toBeDisabled()
  await send.click({ force: true })
  await expect(page).toHaveURL(`${failingProxy.url}/contact`)

  failingProxy.release()
  await expect(send).toBeEnabled()
  await writeMessage(page)
  const dialogEvent = page.waitForEvent('dialog')
  const pressed = send.click()
  const dialog = await dialogEvent
  expect(dialog.message()).toBe('Thank you for your message! We will get back to you soon.')
  await dialog.accept()
  await pressed
  await expect(page).toHaveURL(`${failingProxy.url}/contact`)
  const sent = failingProxy.requests.filter(
    ({ method, path }) => method !== 'GET' && !path.includes('analytics_events'),
  )
  expect(sent).toEqual([])
  expect(failingProxy.requests.filter(({ path }) => /asha|Asha|\?name=/.test(decodeURIComponent(path)))).toEqual([])
})

test('a contact form opened from another page works at once', async ({ page, failingProxy }) => {
  await open(page, `${failingProxy.url}/jobs`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL(`${failingProxy.url}/contact`)
  await writeMessage(page)
  await expect(contactForm(page).getByRole('button', { name: 'Send message' })).toBeEnabled()
})

test.describe('contact form with an inbox', () => {
  test.use({ baseURL: siteAddress(process.env['E2E_ADMIN_PORT']) })

  for (const status of [500, 502] as const) {
    test(`a message whose request fails with ${status} stays in the form, with an error`, async ({
      page,
      failingProxy,
      consoleErrors,
    }) => {
      allowConsoleError(consoleErrors, /status of 500/)
      await open(page, `${failingProxy.url}/contact`)
      const assertSame = await markDocument(page)
      await writeMessage(page)
      failingProxy.proxyStatus = status
      await contactForm(page).getByRole('button', { name: 'Send message' }).click()
      await expect(contactForm(page).getByRole('status')).toHaveText(
        'Your message may not have arrived. Please send it again in a minute, or write to contact@suchana.example.',
      )
      for (const [name, text] of Object.entries(MESSAGE)) {
        await expect(contactForm(page).locator(`[name="${name}"]`)).toHaveValue(text)
      }
      await expect(page).toHaveURL(`${failingProxy.url}/contact`)
      await assertSame()

      failingProxy.proxyStatus = null
      page.on('dialog', (dialog) => void dialog.accept())
      await contactForm(page).getByRole('button', { name: 'Send message' }).click()
      await expect(contactForm(page).locator('[name="message"]')).toHaveValue('')
      await expect(contactForm(page).getByRole('status')).toHaveText('')
    })
  }

  test('a message on a slow network says that it is being sent until the answer arrives', async ({
    page,
    failingProxy,
  }) => {
    await open(page, `${failingProxy.url}/contact`)
    await writeMessage(page)
    failingProxy.hang(/^\/contact$/)
    const send = contactForm(page).getByRole('button', { name: 'Send message' })
    await send.click()
    await expect(contactForm(page).getByRole('status')).toHaveText('Sending...')
    await expect(send).toBeDisabled()
    const dialogEvent = page.waitForEvent('dialog')
    failingProxy.release()
    await (await dialogEvent).accept()
    await expect(contactForm(page).getByRole('status')).toHaveText('')
    await expect(send).toBeEnabled()
  })

  test('a message sent before the script is loaded is posted, and never part of the address', async ({
    page,
    failingProxy,
  }) => {
    failingProxy.hang(/^\/assets\/main-/)
    await page.goto(`${failingProxy.url}/contact`, { waitUntil: 'commit' })
    await writeMessage(page)
    await contactForm(page).getByRole('button', { name: 'Send message' }).click({ noWaitAfter: true })
    await expect
      .poll(() => failingProxy.requests.filter(({ method, path }) => method === 'POST' && path === '/contact').length)
      .toBe(1)
    failingProxy.release()
    await expect(contactForm(page).getByRole('status')).toHaveText(
      'Thank you for your message! We will get back to you soon.',
    )
    await expect(page).toHaveURL(`${failingProxy.url}/contact`)
    expect(failingProxy.requests.filter(({ path }) => /asha/i.test(path))).toEqual([])
  })
})

test.describe('contact form with an inbox, left while it is being sent', () => {
  test.use({ baseURL: siteAddress(process.env['E2E_ADMIN_PORT']) })

  test('a visitor who has left the page is told that a message may not have arrived, and finds it there', async ({
    page,
    failingProxy,
  }) => {
    await open(page, `${failingProxy.url}/contact`)
    await writeMessage(page)
    failingProxy.failing = /^\/contact$/
    failingProxy.hang(failingProxy.failing)
    await contactForm(page).getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Disclaimer' }).click()
    await expect(page).toHaveURL(`${failingProxy.url}/disclaimer`)
    const dialogEvent = page.waitForEvent('dialog')
    failingProxy.proxyStatus = 502
    failingProxy.release()
    const dialog = await dialogEvent
    expect(dialog.message()).toContain('Your message may not have arrived.')
    await dialog.accept()
    await page.goBack()
    for (const [name, text] of Object.entries(MESSAGE)) {
      await expect(contactForm(page).locator(`[name="${name}"]`)).toHaveValue(text)
    }
  })

  test('a message on a slow network is sent also when the visitor goes to another document', async ({
    page,
    failingProxy,
  }) => {
    await open(page, `${failingProxy.url}/contact`)
    await writeMessage(page)
    failingProxy.hang(/^\/contact$/)
    await contactForm(page).getByRole('button', { name: 'Send message' }).click()
    await expect.poll(() => failingProxy.heldBack).toBe(1)
    await page.goto(`${failingProxy.url}/robots.txt`)
    failingProxy.release()
    const sent = () => failingProxy.requests.filter(({ method, path }) => method === 'POST' && path === '/contact')
    await expect
      .poll(() => sent().map(({ body }) => new URLSearchParams(body).get('message')))
      .toEqual([MESSAGE.message])
  })
})

test.describe('newsletter form', () => {
  const form = (page: Page) => page.getByRole('contentinfo').locator('form')
  const field = (page: Page) => form(page).getByLabel('New notices by e-mail')

  for (const outage of [500, 502, 'no server', 'no network'] as const) {
    test(`${outage}: the e-mail address and the page stay, and an error is shown`, async ({
      page,
      failingProxy,
      context,
      consoleErrors,
    }) => {
      allowConsoleError(consoleErrors, /status of 500/)
      await open(page, `${failingProxy.url}/jobs`)
      const assertSame = await markDocument(page)
      const address = `reader-${crypto.randomUUID()}@example.org`
      await field(page).fill(address)
      if (outage === 'no network') await context.setOffline(true)
      else if (outage === 'no server') failingProxy.isDown = true
      else failingProxy.proxyStatus = outage
      await form(page).getByRole('button', { name: 'Subscribe' }).click()
      await expect(form(page).getByRole('status')).toHaveText(
        'The list could not be reached, so your address may not be stored yet. It is still here: please try again in a moment.',
      )
      await expect(field(page)).toHaveValue(address)
      await expect(page.getByRole('main').locator('.notice-card')).toHaveCount(25)
      await expect(failure(page)).toHaveCount(0)
      await expect(page).toHaveURL(`${failingProxy.url}/jobs`)
      await assertSame()

      failingProxy.proxyStatus = null
      failingProxy.isDown = false
      await context.setOffline(false)
      await form(page).getByRole('button', { name: 'Subscribe' }).click()
      await expect(form(page).getByRole('status')).toHaveText('Thank you for subscribing!')
      await expect(field(page)).toHaveValue('')
    })
  }

  test('a rejected e-mail address stays in the field, with the error beside it', async ({
    page,
    failingProxy,
    consoleErrors,
  }) => {
    allowConsoleError(consoleErrors, /status of 422/)
    await open(page, `${failingProxy.url}/jobs`)
    const address = `reader-${crypto.randomUUID()}@example.org`
    for (const message of ['Thank you for subscribing!', 'This email is already subscribed or invalid.']) {
      await field(page).fill(address)
      await form(page).getByRole('button', { name: 'Subscribe' }).click()
      await expect(form(page).getByRole('status')).toHaveText(message)
    }
    await expect(field(page)).toHaveValue(address)
  })
})
