import { field, openForm, save, uniqueTitle } from './record-form.ts'
import { expect, test } from './staff.ts'

test('a session that ends in the middle keeps everything and goes on after sign-in', async ({ page, complaints }) => {
  const title = uniqueTitle('Session Ended')
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await field(page, 'Location').fill('Bihar')
  // Another device, or an hour: the server knows the session no more.
  await page.evaluate(async () => {
    const { access_token } = JSON.parse(localStorage.getItem('auth_tokens') ?? '{}') as { access_token: string }
    const apikey = /sb_publishable_[\w-]+/.exec(document.documentElement.outerHTML)?.[0] ?? ''
    await fetch('/auth/v1/logout?scope=local', {
      method: 'POST',
      headers: { apikey, authorization: `Bearer ${access_token}` },
    })
  })
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('E-mail').fill('editor@suchana.example')
  await dialog.getByLabel('Password').fill('a long password for tests')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  await page.getByRole('link', { name: 'Edit again' }).click()
  await expect(field(page, 'Location')).toHaveValue('Bihar')
  complaints.length = 0
})
