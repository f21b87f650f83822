import { expectNoViolationsAtBothSizes } from '#e2e/accessibility/axe.ts'
import {
  allowConsoleError,
  expect,
  expectConsoleError,
  expectSignInPage,
  signIn,
  test,
  WITHOUT_SESSION,
} from './admin-test.ts'

test('an unknown admin address is 404, says so and leads back', async ({ page, request, consoleErrors }) => {
  const unknown = [
    '/admin/jobs/1/2/3',
    '/admin/nothing/new',
    '/admin/jobs/0',
    '/admin/%00',
    '/admin/%E0%A4',
    '/admin/nothing',
  ]
  for (const path of unknown) {
    expect((await page.goto(path))?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible()
    await expect(page).toHaveTitle('Page not found | Suchana')
  }
  expectConsoleError(consoleErrors, /status of 404/)
  await expectNoViolationsAtBothSizes(page)
  await page.getByRole('link', { name: 'Go to the start of the admin' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { level: 1, name: /^Jobs/ })).toBeVisible()
  const known = [
    '/admin',
    '/admin/',
    '/admin/login',
    '/admin/jobs/',
    '/admin/jobs/new',
    '/admin/jobs/999999',
    '/admin/contact-messages',
  ]
  for (const path of known) expect((await request.get(path)).status(), path).toBe(200)
})

test.describe('without a session', () => {
  test.use({ isSignedIn: false })

  test('an unknown admin page without a session leads to sign-in and back to it', async ({
    page,
    newAccount,
    consoleErrors,
  }) => {
    const { email } = await newAccount('admin')
    await page.goto('/admin/nothing')
    await expectSignInPage(page)
    await signIn(page, email)
    await expect(page).toHaveURL('/admin/nothing')
    await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/admin/%00')
    await expectSignInPage(page)
    await signIn(page, email)
    await expect(page).toHaveURL('/admin')
    expectConsoleError(consoleErrors, /status of 404/)
    allowConsoleError(consoleErrors, WITHOUT_SESSION)
  })
})
