import { expect, expectConsoleError, holdRequests, hydrated, test } from './browser-test.ts'

const JOB = '/jobs/upsc-cds-i-2027-online-form'

test('a mistake is reported from a notice by keys, without leaving the form @both', async ({ page }) => {
  await page.goto(JOB)
  await hydrated(page)
  await page.getByRole('link', { name: 'Report a mistake' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report a mistake')
  await hydrated(page)
  await page.getByRole('radio', { name: 'A date is wrong' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'A link is dead or wrong' })).toBeChecked()
  const text = page.getByRole('textbox', { name: /What should it say/ })
  await text.fill('The link to the form leads to a page of 2025.')
  await page.getByRole('button', { name: 'Send the report' }).press('Enter')
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'Thank you. Your report was stored, and will be compared with the official source.',
  )
  await expect(text).toHaveValue('')
  await expect(page).toHaveURL(`/report${JOB}`)
})

test('a report that cannot be sent stays in the form', async ({ page, consoleErrors }) => {
  await page.goto(`/report${JOB}`)
  await hydrated(page)
  let sent = 0
  await page.route('**/report/**', (route) => {
    sent += 1
    return route.abort()
  })
  const release = await holdRequests(page, /\/report\//)
  expectConsoleError(consoleErrors, /ERR_FAILED/)
  await page.getByRole('radio', { name: 'Something else' }).check()
  await page.getByRole('textbox', { name: /What should it say/ }).fill('Typed')
  const send = page.getByRole('button', { name: 'Send the report' })
  const top = () => send.evaluate((button) => button.getBoundingClientRect().top + scrollY)
  const before = await top()
  await send.press('Enter')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Sending...')
  await expect(send).toBeDisabled()
  expect(await top(), 'nothing moves').toBe(before)
  await send.press('Enter')
  await release()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'Your report may not have arrived. Please send it again in a moment.',
  )
  await expect(page.getByRole('textbox', { name: /What should it say/ })).toHaveValue('Typed')
  await expect(send).toBeEnabled()
  expect(sent).toBe(1)
  await expect(send, 'the focus stays').toBeFocused()
})

test('a report that is sent again after its answer was lost has the same number, by which it counts once', async ({
  page,
  consoleErrors,
}) => {
  await page.goto(`/report${JOB}`)
  await hydrated(page)
  const sent: (string | null)[] = []
  await page.route('**/report/**', async (route) => {
    sent.push(route.request().postData())
    const response = await route.fetch()
    await (sent.length === 1 ? route.abort() : route.fulfill({ response }))
  })
  expectConsoleError(consoleErrors, /ERR_FAILED/)
  await page.getByRole('radio', { name: 'A date is wrong' }).check()
  const send = page.getByRole('button', { name: 'Send the report' })
  const answer = page.getByRole('main').getByRole('status')
  await send.click()
  await expect(answer).toHaveText('Your report may not have arrived. Please send it again in a moment.')
  await send.click()
  await expect(answer).toHaveText(/^Thank you\./)
  expect(sent[0]).toMatch(/(^|&)attempt=0\.\d+(&|$)/)
  expect(sent[1]).toBe(sent[0])
})
