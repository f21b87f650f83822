import { field, openForm, save, uniqueTitle } from './record-form.ts'
import { endSessionAt, expect, forgive, PASSWORD, signIn, test } from './admin-test.ts'

test.use({ isSignedIn: false })

test('a session that ends in the middle keeps everything and goes on after sign-in', async ({
  page,
  newAccount,
  editor: { apikey },
  request,
  complaints,
}) => {
  const title = uniqueTitle('Session Ended')
  const { email } = await newAccount('admin')
  await page.goto('/admin/login')
  await signIn(page, email)
  await expect(page.locator('.data-table')).toBeVisible()
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await field(page, 'Location').fill('Bihar')
  // Somewhere else: the server knows the session no more.
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
  forgive(complaints, /status of 40[13]/)
})
