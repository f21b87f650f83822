import { stretchDialog } from '#e2e/stretched-dialog.ts'
import { expect, test } from './admin-test.ts'
import { field, openForm } from './record-form.ts'

test('in Safari the parts of a dialog are not stretched', async ({ page }) => {
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill('Left Without Saving')
  await page.getByRole('link', { name: 'Cancel' }).click()
  const { before, after } = await stretchDialog(page.getByRole('alertdialog'))
  expect(after).toEqual(before)
})
