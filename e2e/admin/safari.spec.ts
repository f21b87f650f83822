import { stretchDialog } from '#e2e/stretched-dialog.ts'
import { expect, test } from './admin-test.ts'
import { field, openForm, save, uniqueTitle } from './record-form.ts'

test('in Safari the parts of a dialog are not stretched', async ({ page }) => {
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill('Left Without Saving')
  await page.getByRole('link', { name: 'Cancel' }).click()
  const { before, after } = await stretchDialog(page.getByRole('alertdialog'))
  expect(after).toEqual(before)
})

test('in Safari 17, which has no URL.parse, the links of a notice are judged', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(URL, 'parse'))
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(uniqueTitle('Links of a Notice'))
  await field(page, 'Apply link').fill('https://forms.example/')
  await save(page)
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(
    'Apply link: forms.example is neither an official domain nor the organization’s website',
    { timeout: 15_000 },
  )
})
