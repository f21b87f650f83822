import { field, openForm, save, uniqueTitle } from './record-form.ts'
import { expect, newSession, signInAs, test } from './staff.ts'

test('a session that ends in the middle keeps everything and goes on after sign-in', async ({
  browser,
  request,
  key,
}) => {
  const title = uniqueTitle('Session Ended')
  const session = await newSession(request, key)
  const page = await (await browser.newContext()).newPage()
  await signInAs(page, session)
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await field(page, 'Location').fill('Bihar')
  // Nothing but the save is left to notice it.
  await expect(page.getByText('Free', { exact: true })).toBeVisible()
  // Somewhere else: the server knows the session no more.
  const headers = { apikey: key, authorization: `Bearer ${session.access_token}` }
  expect((await request.post('/auth/v1/logout?scope=local', { headers })).ok()).toBe(true)
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('E-mail').fill('editor@suchana.example')
  await dialog.getByLabel('Password').fill('a long password for tests')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  await page.getByRole('link', { name: 'Edit again' }).click()
  await expect(field(page, 'Location')).toHaveValue('Bihar')
  await page.context().close()
})
