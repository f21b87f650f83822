import {
  allowConsoleError,
  expect,
  expectSignInPage,
  expireToken,
  openAdmin,
  signIn,
  test,
  WITHOUT_SESSION,
} from './admin-test.ts'
import { codeOf } from './authenticator.ts'
import { loseAnswer } from './lost-answer.ts'

/** Calls of the sign-in that the network accepts and never answers, or answers too late. */
test.use({ isSignedIn: false })

const UNREACHED = 'The site could not be reached. Please try again.'


test('a code that was taken is accepted again when its answer was lost more than ten seconds ago', async ({
  page,
  clock,
  newAccount,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, /ERR_FAILED/)
  const { email } = await newAccount('editor')
  await clock.install()
  await openAdmin(page, email)
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Set up' }).click()
  const key = (await page.locator('.enroll code').textContent()) ?? ''
  const confirm = page.getByRole('button', { name: 'Confirm code' })
  const code = codeOf(key)
  await page.getByLabel('Code').fill(code)
  await loseAnswer(page, { path: /factors\/[^/]+\/verify/, method: 'POST' })
  await confirm.click()
  await expect(page.getByText(UNREACHED)).toBeVisible()
  await clock.fastForward(11_000)
  await confirm.click()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
})

test('a second factor that was turned off without an answer is not said to be on still', async ({
  page,
  newAccount,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, /status of (4\d\d|502)/)
  const { email } = await newAccount('editor')
  await openAdmin(page, email)
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Set up' }).click()
  const key = (await page.locator('.enroll code').textContent()) ?? ''
  await page.getByLabel('Code').fill(codeOf(key))
  await page.getByRole('button', { name: 'Confirm code' }).click()
  const answer = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }
  await loseAnswer(page, { path: /auth\/v1\/factors\/[^/]+$/, method: 'DELETE', respond: (r) => r.fulfill(answer) })
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed:' })).toContainText('It may be done all the same')
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
})
