import { hold } from '#e2e/visitor/browser-test.ts'
import { expect, test } from './admin-test.ts'
import { field, openForm, rowOf, save, uniqueTitle } from './record-form.ts'

test('a draft that is gone on with in one tab is not offered any more in another', async ({ page, context }) => {
  const title = uniqueTitle('In Two Tabs')
  const other = await context.newPage()
  await openForm(page, '/admin/results/new')
  await field(page, 'Title').fill(title)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_preferences'))).toContain(title)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await openForm(other, '/admin/results/new')
  const offer = (tab: typeof page) => tab.locator('.draft-offer', { hasText: title })
  await expect(offer(other)).toBeVisible()
  await offer(page).getByRole('button', { name: 'Go on with it' }).click()
  await expect(field(page, 'Title')).toHaveValue(title)
  await expect(offer(other)).toHaveCount(0)
})

test('a record that is stored after its form was left leaves no draft, which would store it again', async ({
  page,
  tables,
}) => {
  const title = uniqueTitle('Stored After Leaving')
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  const release = await hold(page, /rest\/v1\/jobs\?select=\*/)
  await save(page)
  await expect.poll(() => tables.get(`jobs?title=eq.${encodeURIComponent(title)}`)).toHaveLength(1)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/jobs$/)
  await release()
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  await page.getByRole('link', { name: 'Add New' }).click()
  await expect(page.getByRole('heading', { name: 'New job' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_preferences'))).not.toContain(title)
  await expect(page.getByText(/^Unsaved work of /)).toHaveCount(0)
  const row = await rowOf(tables, 'jobs', title)
  await tables.remove('jobs', Number(row['id']))
})

test('leaving a form for which a file is being uploaded asks first', async ({ page }) => {
  await openForm(page, '/admin/documents/new')
  const release = await hold(page, /storage\/v1\/object\/notices/)
  const buffer = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
    'base64',
  )
  await field(page, 'File for File address').setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('progressbar', { name: 'Upload of page.png' })).toBeVisible()
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toContainText('A file is still being uploaded, and is lost when you leave.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await release()
  await expect(field(page, 'File address')).toHaveValue(/\/storage\/v1\/object\/public\/notices\//)
})
