import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONTACT_LINE_MAX, CONTACT_MESSAGE_MAX } from '#domain/limits.ts'
import { hydrated, launchBrowser, newPage } from './browser.ts'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, databaseUrl, query, startServer, type Server } from './server.ts'

/** The contact page of a server whose inbox is on. */
let server: Server
let browser: Browser
let page: Page

const message = { name: 'Asha Kumari', email: 'asha@example.org', subject: 'A wrong date', message: 'One day\nlater.' }
const labels = { name: 'Full Name', email: 'Email Address', subject: 'Subject', message: 'Message' }

beforeAll(async () => {
  server = await startServer(preparedFolder('no notices'), { env: { CONTACT_INBOX: 'on', SAMPLE_DATA: 'off' } })
  browser = await launchBrowser()
  page = await newPage(browser)
  await page.goto(`${server.url}/contact`)
  await hydrated(page)
})

afterAll(async () => {
  await browser?.close()
  await cleanUp()
})

const box = (name: keyof typeof labels) => page.getByRole('main').getByRole('textbox', { name: labels[name] })
const stored = () => query(databaseUrl(server.dataDir), 'select name, email, subject, message from contact_messages')

async function send() {
  for (const name of Object.keys(message) as (keyof typeof message)[]) await box(name).fill(message[name])
  await page.getByRole('button', { name: 'Send message' }).click()
}

test('a contact message is stored, logged and confirmed, and the form is cleared', async () => {
  const logged = page.waitForEvent('console', (line) => line.text().startsWith('Contact message'))
  const alerted = page.waitForEvent('dialog')
  const sending = send()
  const dialog = await alerted
  expect(dialog.message()).toBe('Thank you for your message! We will get back to you soon.')
  await dialog.accept()
  await sending
  await logged
  expect(await stored()).toEqual([message])
  await expect.poll(() => box('message').inputValue()).toBe('')
})

test('a contact message that cannot be sent stays in the form, without a confirmation', async () => {
  const failed =
    'Your message may not have arrived. Please send it again in a minute, or write to contact@suchana.example.'
  let alerts = 0
  page.on('dialog', (dialog) => {
    alerts += 1
    void dialog.dismiss()
  })
  await page.route('**/contact', (route) => route.abort())
  await send()
  await expect.poll(() => page.getByRole('main').getByText(failed).count()).toBe(1)
  expect(await box('message').inputValue()).toBe(message.message)
  expect([alerts, (await stored()).length]).toEqual([0, 1])
  await page.unroute('**/contact')
})

test('a form with the longest message in Hindi and line breaks is stored, and one without a name gets a fitting answer', async () => {
  const post = (fields: Partial<typeof message>) =>
    fetch(`${server.url}/contact`, { method: 'POST', body: new URLSearchParams({ ...message, ...fields }) })
  const line = 'क'.repeat(CONTACT_LINE_MAX)
  const text = `${'क'.repeat(CONTACT_MESSAGE_MAX - 2)}\r\nक`
  const longest = await post({ name: line, subject: line, message: text })
  expect(longest.status).toBe(200)
  expect((await stored()).at(-1)).toMatchObject({ name: line, message: text.replace('\r', '') })
  const nameless = await post({ name: '   ' })
  expect(nameless.status).toBe(422)
  expect(await nameless.text()).toContain('Please write a name')
})

test('the privacy policy says whether contact messages are stored', async () => {
  const policy = async (address: string) => (await fetch(`${address}/privacy`)).text()
  expect(await policy(server.url)).toContain('is stored with your name, your e-mail address')
  const other = await startServer(preparedFolder('no notices'), { env: { SAMPLE_DATA: 'off' } })
  expect(await policy(other.url)).toContain('sends and stores nothing')
  await other.stop()
})
