import { expect, PASSWORD, test } from './admin-test.ts'

test('the code of a second factor that is set up takes the focus only when its field appears', async ({
  page,
  editor,
}) => {
  const { email, apikey } = editor
  const headers = { apikey, 'x-forwarded-for': '10.251.0.7' }
  const other = await page.request.post('/auth/v1/token?grant_type=password', {
    headers,
    data: { email, password: PASSWORD },
  })
  expect(other.ok()).toBe(true)
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toBeFocused()
  const sessions = page.getByRole('button', { name: 'Sign out there' })
  const before = await sessions.count()
  await sessions.first().press('Enter')
  await expect(sessions).toHaveCount(before - 1)
  await expect(page.getByRole('listitem').filter({ hasText: 'Signed in' }).and(page.locator(':focus'))).toHaveCount(1)
})
