import { field, openForm, rowOf, save, uniqueTitle } from './record-form.ts'
import { expect, test } from './admin-test.ts'
import type { Tables } from './table-calls.ts'

async function storedJob(tables: Tables, words: string) {
  const title = uniqueTitle(words)
  const slug = title.toLowerCase().replaceAll(' ', '-')
  const row = { title, slug, status: 'active', post_time: '20/11/2026 9:05 AM', location: 'Bihar', fee_general: 500 }
  return { ...row, ...(await tables.insert('jobs', row)) }
}

test('changes by another admin are shown field by field, and nothing is overwritten without a decision', async ({
  page,
  sql,
  tables,
}) => {
  const job = await storedJob(tables, 'Two Editors')
  await openForm(page, `/admin/jobs/${job.id}`)
  await field(page, 'Location').fill('Goa')
  await field(page, 'Fee: General/OBC').fill('600')
  await field(page, 'Minimum age').fill('21')
  await sql`update jobs set location = 'Kerala', fee_general = 700, total_posts = 12 where id = ${job.id}`
  await save(page)

  const dialog = page.getByRole('dialog', { name: 'Changed by someone else' })
  await expect(dialog).toBeVisible()
  expect(await rowOf(tables, 'jobs', job.title)).toMatchObject({ location: 'Kerala', fee_general: 700, age_min: null })
  const location = dialog.getByRole('group', { name: 'Location' })
  await expect(location.getByText('Kerala')).toBeVisible()
  await expect(location.getByText('Goa')).toBeVisible()
  await location.getByText('Keep mine').click()
  await expect(
    dialog.getByRole('group', { name: 'Fee: General/OBC' }).getByRole('radio', { name: /Take theirs/ }),
  ).toBeChecked()
  await expect(dialog.getByRole('term')).toHaveText('Total posts')
  // A browser closes a dialog when Escape is pressed again without any other input.
  for (const _again of [1, 2, 3, 4]) await page.keyboard.press('Escape')
  await expect(dialog).toHaveJSProperty('open', true)
  await dialog.getByRole('button', { name: 'Go on editing' }).click()

  await expect(field(page, 'Location')).toHaveValue('Goa')
  await expect(field(page, 'Fee: General/OBC')).toHaveValue('700')
  await expect(field(page, 'Total posts')).toHaveValue('12')
  await expect(page.getByText('2 unsaved')).toBeVisible()
  await save(page)
  await expect(page.getByText(`Saved: ${job.title}`)).toBeVisible()
  expect(await rowOf(tables, 'jobs', job.title)).toMatchObject({
    location: 'Goa',
    fee_general: 700,
    age_min: 21,
    total_posts: 12,
  })
})

test('a change in another window of the same account is not said to be that of someone else', async ({
  page,
  tables,
}) => {
  const job = await storedJob(tables, 'Two Windows')
  await openForm(page, `/admin/jobs/${job.id}`)
  await field(page, 'Location').fill('Goa')
  const other = await page.context().newPage()
  await openForm(other, `/admin/jobs/${job.id}`)
  await field(other, 'Location').fill('Kerala')
  await other.keyboard.press('Control+s')
  await expect(other.getByText(`Saved: ${job.title}`)).toBeVisible()
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Changed elsewhere with your account' })
  await expect(dialog).toContainText('in another window or on another device')
  await expect(dialog.getByText(/^Your account changed the location at \d/)).toBeVisible()
  await expect(dialog).not.toContainText(/someone|theirs|them/i)
})

test('an open form in which nothing is typed shows what is stored elsewhere, and one with a change keeps it', async ({
  page,
  sql,
  tables,
}) => {
  const job = await storedJob(tables, 'Followed')
  await openForm(page, `/admin/jobs/${job.id}`)
  await sql`update jobs set location = 'Kerala' where id = ${job.id}`
  await expect(field(page, 'Location')).toHaveValue('Kerala')
  await expect(page.getByText('Changed meanwhile: the form shows it as it is now')).toBeVisible()
  await sql`update jobs set location = 'Assam' where id = ${job.id}`
  await expect(field(page, 'Location')).toHaveValue('Assam')
  await field(page, 'Total posts').fill('12')
  const other = await page.context().newPage()
  await openForm(other, `/admin/jobs/${job.id}`)
  await sql`update jobs set location = 'Goa' where id = ${job.id}`
  await expect(field(other, 'Location')).toHaveValue('Goa')
  await expect(field(page, 'Location')).toHaveValue('Assam')
  await expect(field(page, 'Total posts')).toHaveValue('12')
})

test('a view counted since is not a change by another admin', async ({ page, sql, tables }) => {
  const job = await storedJob(tables, 'Viewed Meanwhile')
  await openForm(page, `/admin/jobs/${job.id}`)
  await field(page, 'Location').fill('Goa')
  await sql`update jobs set view_count = 7 where id = ${job.id}`
  await save(page)
  await expect(page.getByText(`Saved: ${job.title}`)).toBeVisible()
  expect(await rowOf(tables, 'jobs', job.title)).toMatchObject({ location: 'Goa', view_count: 7 })
})

test('a record deleted since can be saved as a new record', async ({ page, tables }) => {
  const job = await storedJob(tables, 'Deleted Meanwhile')
  await openForm(page, `/admin/jobs/${job.id}`)
  await field(page, 'Location').fill('Goa')
  await tables.remove('jobs', job.id)
  await save(page)
  const dialog = page.getByRole('alertdialog', { name: 'This item was deleted meanwhile' })
  await dialog.getByRole('button', { name: 'Go on with a new job' }).click()
  await expect(page).toHaveURL(/\/admin\/jobs\/new$/)
  await expect(field(page, 'Location')).toHaveValue('Goa')
  await save(page)
  await expect(page.getByText(`Saved: ${job.title}`)).toBeVisible()
  const row = await rowOf(tables, 'jobs', job.title)
  expect(row).toMatchObject({ location: 'Goa', slug: job.slug, fee_general: 500 })
  expect(row['id']).not.toBe(job.id)
  await tables.remove('jobs', Number(row['id']))
})

test('a form whose record is deleted says so at once, and saves as before when it is restored', async ({
  page,
  tables,
}) => {
  const job = await storedJob(tables, 'Deleted While Open')
  await openForm(page, `/admin/jobs/${job.id}`)
  await field(page, 'Location').fill('Goa')
  const said = page.getByRole('status').filter({ hasText: 'Deleted meanwhile. What you typed stays here' })
  const checked = page.getByRole('button', { name: 'Checked against the source' })
  await expect(checked).toBeVisible()
  await tables.remove('jobs', job.id)
  await expect(said).toBeVisible()
  await expect(checked).toHaveCount(0)
  await expect(field(page, 'Location')).toBeFocused()
  await expect(field(page, 'Location')).toHaveValue('Goa')
  const bin = await page.context().newPage()
  await bin.goto(`/admin/bin?text=${encodeURIComponent(job.title)}`)
  await bin.getByLabel(`Select ${job.title}`).check()
  await bin.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Restore' }).click()
  await expect(said).toHaveCount(0)
  await expect(checked).toBeVisible()
  await save(page)
  await expect(page.getByText(`Saved: ${job.title}`)).toBeVisible()
  expect(await rowOf(tables, 'jobs', job.title)).toMatchObject({ id: job.id, location: 'Goa' })
})

test('the page of a deleted record names the Bin, and after it is restored from there its unsaved work is offered', async ({
  page,
  tables,
}) => {
  const job = await storedJob(tables, 'Deleted And Reloaded')
  await openForm(page, `/admin/jobs/${job.id}`)
  await field(page, 'Location').fill('Goa')
  await tables.remove('jobs', job.id)
  // Also leaves the form, which stores the unsaved work.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('alert').getByText('There is no such item (any more)')).toBeVisible()
  await expect(page.getByText('If it was deleted, it can be restored from the Bin.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Bin' }).click()
  await page.getByLabel(`Select ${job.title}`).check()
  await page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel(`Select ${job.title}`)).toHaveCount(0)
  await openForm(page, `/admin/jobs/${job.id}`)
  await page.getByRole('button', { name: 'Go on with it' }).click()
  await expect(field(page, 'Location')).toHaveValue('Goa')
})
