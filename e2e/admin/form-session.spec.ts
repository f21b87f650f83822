import { field, openForm, save, uniqueTitle } from './record-form.ts'
import { endSessionAt, expect, expectConsoleError, PASSWORD, signIn, test, WITHOUT_SESSION } from './admin-test.ts'

test.use({ isSignedIn: false })

test('a form whose session ends is saved after signing in again', async ({
  page,
  newAccount,
  editor: { apikey },
  request,
  consoleErrors,
}) => {
  const title = uniqueTitle('Session Ended')
  const { email } = await newAccount('admin')
  await page.goto('/admin/login')
  await signIn(page, email)
  await expect(page.locator('.data-table')).toBeVisible()
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await field(page, 'Location').fill('Bihar')
  // Sign-out by another client: the server no longer accepts the session.
  const tokens = await page.evaluate(() => localStorage.getItem('auth_tokens') ?? '')
  const { access_token } = JSON.parse(tokens) as { access_token: string }
  const headers = { apikey, authorization: `Bearer ${access_token}` }
  await endSessionAt(page, 'POST', async () => {
    expect((await request.post('/auth/v1/logout?scope=local', { headers })).ok()).toBe(true)
  })
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  await page.getByRole('link', { name: 'Edit again' }).click()
  await expect(field(page, 'Location')).toHaveValue('Bihar')
  expectConsoleError(consoleErrors, WITHOUT_SESSION)
})
