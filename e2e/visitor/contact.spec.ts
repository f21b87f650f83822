import { expect, hydrated, isPhone, test } from './browser-test.ts'

const message = {
  'Full Name': 'Asha Kumari',
  'Email Address': 'asha@example.org',
  Subject: 'A wrong date',
  Message: 'The last date of SSC CGL is one day later.\nPlease check.',
}

test('contact form without an inbox: a message is logged, confirmed and cleared, and nothing is sent', async ({
  page,
}) => {
  await page.goto('/contact')
  await hydrated(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && !request.url().includes('analytics_events')) sent.push(request.url())
  })
  const logged = page.waitForEvent('console', (line) => line.text().startsWith('Contact message'))
  const main = page.getByRole('main')
  for (const [label, text] of Object.entries(message)) await main.getByRole('textbox', { name: label }).fill(text)
  await expect(main.getByRole('textbox', { name: 'Message' })).toHaveAttribute('rows', '6')

  const alerted = page.waitForEvent('dialog')
  const pressed = main.getByRole('button', { name: 'Send message' }).click()
  const dialog = await alerted
  expect(dialog.message()).toBe('Thank you for your message! We will get back to you soon.')
  await dialog.accept()
  await pressed
  expect((await (await logged).args()[1]?.jsonValue()) as unknown).toEqual({
    name: 'Asha Kumari',
    email: 'asha@example.org',
    subject: 'A wrong date',
    message: 'The last date of SSC CGL is one day later.\nPlease check.',
  })
  for (const label of Object.keys(message)) await expect(main.getByRole('textbox', { name: label })).toHaveValue('')
  expect(sent).toEqual([])
})

test('contact form: its fields are as wide as the form @both', async ({ page, viewport }) => {
  await page.goto('/contact')
  const widths = await page
    .locator('main form')
    .evaluate((form) =>
      [form, ...form.querySelectorAll('.form-field:has(input, textarea)')].map(
        (part) => part.getBoundingClientRect().width,
      ),
    )
  const [whole = 0, name = 0, email = 0, subject = 0, text = 0] = widths
  expect([subject, text]).toEqual([whole, whole])
  const share = isPhone(viewport) ? whole : (whole - 16) / 2
  for (const width of [name, email]) expect(Math.abs(width - share)).toBeLessThan(1)
})

test('contact form: every field is required, and the e-mail address must be valid', async ({ page }) => {
  await page.goto('/contact')
  await hydrated(page)
  const main = page.getByRole('main')
  let alerts = 0
  page.on('dialog', (dialog) => {
    alerts += 1
    void dialog.dismiss()
  })
  for (const missing of Object.keys(message)) {
    for (const [label, text] of Object.entries(message))
      await main.getByRole('textbox', { name: label }).fill(label === missing ? '' : text)
    await main.getByRole('button', { name: 'Send message' }).click()
  }
  await main.getByRole('textbox', { name: 'Message' }).fill('A message')
  await main.getByRole('textbox', { name: 'Email Address' }).fill('asha')
  await main.getByRole('button', { name: 'Send message' }).click()
  expect(alerts).toBe(0)
})

test('the contact page promises a response time and shows three questions with answers', async ({ page }) => {
  await page.goto('/contact')
  const main = page.getByRole('main')
  await expect(main.getByText('We typically respond within 24-48 hours')).toBeVisible()
  await expect(main.getByRole('link', { name: 'contact@suchana.example' })).toHaveAttribute(
    'href',
    'mailto:contact@suchana.example',
  )
  await expect(main.locator('details')).toHaveCount(3)
})

for (const [path, sections, words] of [
  ['/privacy', 10, 'No personal information is collected'],
  ['/disclaimer', 12, 'Important notice'],
] as const) {
  test(`${path} has ${sections} sections`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('main').locator('.text-section h2')).toHaveCount(sections)
    await expect(page.getByRole('main').getByText(words, { exact: false }).first()).toBeVisible()
  })
}
