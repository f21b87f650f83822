import type { Page } from '@playwright/test'
import { hold } from '#e2e/visitor/browser-test.ts'
import { expect, openTab, rowOf, test } from './admin-test.ts'

/** A change of one row must not overwrite what a colleague has stored since the row was shown. */

test('a post date is not set over a newer post time: it says so, and setting it again keeps that time', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [id = 0] = await add('jobs', { title: `Item ${mark}`, post_time: '05/11/2026 7:55 PM' })
  await openTab(page, `/admin/jobs?text=${mark}`)
  const button = rowOf(page, `Item ${mark}`).getByRole('button', { name: /^Post date of/ })
  const dialog = page.getByRole('dialog', { name: 'Post date' })
  const set = async (day: string) => {
    await dialog.getByLabel('Enter new post date (YYYY-MM-DD)').fill(day)
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  const stored = async () => (await sql`select post_time from jobs where id = ${id}`)[0]?.['post_time'] as string
  const changed = page.getByText(`Failed to update post date: somebody has changed it meanwhile: Item ${mark}`)
  await button.click()
  await expect(dialog).toContainText('The time of day stays: 7:55 PM.')
  await sql`update jobs set post_time = '04/11/2026 6:15 PM' where id = ${id}`
  await set('2026-11-06')
  await expect(changed).toBeVisible()
  expect(await stored()).toBe('04/11/2026 6:15 PM')
  await expect(button, 'the row is read again').toHaveText('04-11-2026')

  await button.click()
  await expect(dialog).toContainText('The time of day stays: 6:15 PM.')
  await set('2026-11-06')
  await expect(page.getByText(`Post date is now 06-11-2026: Item ${mark}`)).toBeVisible()
  await expect(changed).toBeHidden()
  expect(await stored()).toBe('06/11/2026 6:15 PM')

  await button.click()
  await sql`update jobs set post_time = '09/11/2026 6:15 PM' where id = ${id}`
  await set('2026-11-06')
  await expect(changed, 'the same day is compared, too').toBeVisible()
  await expect(button).toHaveText('09-11-2026')
})

test('a row that a colleague has changed since it was shown is not deleted, but can be then', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [id = 0] = await add('jobs', { title: `Item ${mark}` })
  await openTab(page, `/admin/jobs?text=${mark}`)
  const button = page.getByRole('button', { name: `Delete Item ${mark}` })
  const question = page.getByRole('alertdialog')
  const sure = question.getByRole('button', { name: 'Delete' })
  await button.click()
  await expect(question).toBeVisible()
  await sql`update jobs set status = 'Out' where id = ${id}`
  await sure.click()
  await expect(page.getByText(`Failed to delete: somebody has changed it meanwhile: Item ${mark}`)).toBeVisible()
  await expect(rowOf(page, `Item ${mark}`).locator('[data-label="Status"]')).toHaveText('Out')
  await button.click()
  await sure.click()
  await expect(page.getByText(`Deleted Item ${mark}`)).toBeVisible()
  expect(await sql`select from jobs where id = ${id}`).toHaveLength(0)
})

/** Changes the only row of a test here. @returns a function that lets the table read it again */
async function changeQuickLink(page: Page, mark: string): Promise<() => Promise<void>> {
  await openTab(page, `/admin/jobs?text=${mark}`)
  const release = await hold(page, /rpc\/admin_search/)
  await page.getByRole('button', { name: `Quick Link Item ${mark}` }).click()
  await expect(page.getByText(`Quick Link turned on for Item ${mark}`)).toBeVisible()
  return release
}

test('a row that a colleague has changed while the question is open is not deleted, even if it was changed here before', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [id = 0] = await add('jobs', { title: `Item ${mark}`, is_quick_link: false })
  const release = await changeQuickLink(page, mark)
  const read = page.waitForResponse((response) => new URL(response.url()).searchParams.get('id') === `in.(${id})`)
  await page.getByRole('button', { name: `Delete Item ${mark}` }).click()
  await read
  await sql`update jobs set status = 'Out' where id = ${id}`
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Failed to delete: somebody has changed it meanwhile: Item ${mark}`)).toBeVisible()
  await release()
  expect(await sql`select from jobs where id = ${id}`).toHaveLength(1)
})

test('a row is deleted with a change and its undo that are still in flight', async ({ page, sql, add, mark }) => {
  const [id = 0] = await add('jobs', { title: `Item ${mark}`, is_quick_link: false })
  await openTab(page, `/admin/jobs?text=${mark}`)
  const release = await hold(page, /rest\/v1\/jobs\?id=eq/)
  await rowOf(page, `Item ${mark}`).focus()
  await page.keyboard.press('q')
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByRole('button', { name: `Delete Item ${mark}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await release()
  await expect(page.getByText(`Deleted Item ${mark}`)).toBeVisible()
  expect(await sql`select from jobs where id = ${id}`).toHaveLength(0)
})

test('a row that was just changed here is deleted, although the table has not read it again', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [id = 0] = await add('jobs', { title: `Item ${mark}`, is_quick_link: false })
  const release = await changeQuickLink(page, mark)
  await page.getByRole('button', { name: `Delete Item ${mark}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Deleted Item ${mark}`)).toBeVisible()
  await release()
  expect(await sql`select from jobs where id = ${id}`).toHaveLength(0)
})
