import { expect, test } from './admin-test.ts'

test('a link that another one, or the end of its invitation, has made useless is shown no more', async ({
  page,
  mark,
}) => {
  const email = `${mark}@example.org`
  await page.goto('/admin/staff')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Invite' }).click()
  const links = page.getByLabel(`Link for ${email}`)
  const first = await links.inputValue()
  const member = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: email }) })
  await member.getByRole('button', { name: 'New link' }).click()
  await expect(member.getByLabel(`Link for ${email}`)).toBeVisible()
  await expect(links).toHaveCount(1)
  expect(await links.inputValue()).not.toBe(first)
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(member.getByLabel(`Link for ${email}`)).toHaveCount(0)
  await expect(links).toHaveCount(1)
  await member.getByRole('button', { name: 'Cancel invitation' }).click()
  await expect(page.getByText(`The invitation is cancelled, and its link is useless: ${email}`)).toBeVisible()
  await expect(links).toHaveCount(0)
})
