import { expect, test } from './admin-test.ts'
import { field, openForm } from './record-form.ts'

test('the organization that is typed stands first, before many others that contain its name', async ({
  page,
  add,
  mark,
}) => {
  const before = Array.from({ length: 21 }, (_, index) => ({ name: `A${10 + index} Police ${mark}` }))
  await add('organizations', ...before, { name: `Police ${mark} Board` }, { name: `Police ${mark}` })
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Organization').fill(`police ${mark}`)
  const offered = page.getByRole('listbox').getByRole('option')
  await expect(offered.nth(2)).toHaveText(`A10 Police ${mark} inactive`)
  await expect(offered.nth(0)).toHaveText(`Police ${mark} inactive`)
  await expect(offered.nth(1)).toHaveText(`Police ${mark} Board inactive`)
  await expect(offered.filter({ hasText: 'Create' })).toHaveCount(0)
})

test('what is typed in the dialog of a new organization is not dropped without a question', async ({ page, mark }) => {
  await openForm(page, '/admin/jobs/new')
  const dialog = page.getByRole('dialog', { name: 'New organization' })
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const open = async () => {
    await field(page, 'Organization').fill(`New ${mark}`)
    await page.getByRole('option', { name: `Create organization “New ${mark}”` }).click()
    await expect(dialog).toBeVisible()
  }
  await open()
  await page.keyboard.press('Escape')
  await expect(dialog, 'nothing was typed in it').toBeHidden()

  await open()
  const website = dialog.getByRole('textbox', { name: 'Website' })
  await website.fill('https://board.example')
  await page.keyboard.press('Escape')
  await expect(question).toContainText('What you typed in this form is lost.')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(website).toHaveValue('https://board.example')
  const isLeft = () => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await isLeft(), 'by closing the window').toBe(false)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toBeHidden()
})
