import { expect, openTab, rowOf, test } from './admin-test.ts'
import { TABLE_ROWS } from '#domain/limits.ts'
import { barOf, openAct, select } from './bulk-page.ts'

const names = ['A', 'B', 'C', 'D', 'E']

test('bulk changes: a row that somebody has changed meanwhile is named and stays selected', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const ids = await add('results', ...names.map((name) => ({ title: `${name} ${mark}` })))
  await openTab(page, `/admin/results?text=${mark}&sort=title`)
  await select(page, mark, names)
  const dialog = await openAct(page, 'Status...')
  await dialog.getByLabel('Status').selectOption('Out')
  // While the request is on its way: the preview of an earlier change would show it.
  await page.route('**/rpc/change_rows', async (route) => {
    await sql`update results set status = 'active' where id = ${ids[1] ?? 0}`
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await expect(
    page.getByText(
      `Failed to update status: somebody has changed it meanwhile: B ${mark} (1 of 5 results; what failed is still selected)`,
    ),
  ).toBeVisible()
  await expect(page.getByText('Status is now Out: 4 results')).toBeVisible()
  await expect(barOf(page)).toContainText('1 result selected')
  await expect(page.getByLabel(`Select B ${mark}`)).toBeChecked()
  await expect(rowOf(page, `B ${mark}`).locator('[data-label="Status"]')).toHaveText('active')
})

test('the undo of a bulk act leaves what somebody has changed or planned since, and names it', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const ids = await add('results', ...names.map((name) => ({ title: `${name} ${mark}`, status: 'active' })))
  await openTab(page, `/admin/results?text=${mark}&sort=title`)
  await select(page, mark, ['A', 'B', 'C'])
  const dialog = await openAct(page, 'Status...')
  await dialog.getByLabel('Status').selectOption('inactive')
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await expect(page.getByText('Status is now inactive: 3 results')).toBeVisible()
  await sql`update results set plan = '{"state": "draft"}' where id = ${ids[1] ?? 0}`
  await sql`update results set status = 'Out' where id = ${ids[2] ?? 0}`
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Status is as before: 1 result')).toBeVisible()
  await expect(
    page.getByText(`Failed to undo: somebody has changed it meanwhile: B ${mark}; C ${mark} (2 of 3 results`),
  ).toBeVisible()
  const stored = await sql`select results.status, state from results left join notice_plans
    on content_table = 'results' and record_id = results.id where results.id = any (${ids.slice(0, 3)}) order by results.id`
  expect(stored).toEqual([
    { status: 'active', state: null },
    { status: 'inactive', state: 'draft' },
    { status: 'Out', state: null },
  ])
})

test('bulk delete: a row that somebody has changed since the preview stays and is named', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [first = 0] = await add('results', { title: `A ${mark}` }, { title: `B ${mark}` })
  await openTab(page, `/admin/results?text=${mark}&sort=title`)
  await select(page, mark, ['A', 'B'])
  const dialog = await openAct(page, 'Delete...')
  await expect(dialog.getByRole('listitem').filter({ hasText: `A ${mark}` })).toBeVisible()
  await sql`update results set status = 'Out' where id = ${first}`
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(
    page.getByText(`Failed to delete: somebody has changed it meanwhile: A ${mark} (1 of 2 results`),
  ).toBeVisible()
  await expect(page.getByText('Deleted 1 result')).toBeVisible()
  expect(await sql`select status from results where id = ${first}`).toEqual([{ status: 'Out' }])
})

test('the undo of a deletion leaves what somebody has deleted again since, and names it', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const ids = await add('results', { title: `A ${mark}` }, { title: `B ${mark}` })
  await openTab(page, `/admin/results?text=${mark}&sort=title`)
  await select(page, mark, ['A', 'B'])
  await (await openAct(page, 'Delete...')).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted 2 results')).toBeVisible()
  await sql`insert into results (id, title, slug) overriding system value values (${ids[0] ?? 0}, ${`A ${mark}`}, ${mark})`
  await sql`delete from results where id = ${ids[0] ?? 0}`
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored 1 result')).toBeVisible()
  await expect(
    page.getByText(`Failed to restore: somebody has changed it meanwhile: A ${mark} (1 of 2 results`),
  ).toBeVisible()
  expect(await sql`select title from results where id = any (${ids})`).toEqual([{ title: `B ${mark}` }])
})

test('a bulk act means the rows that were selected when it was asked, and the bar names those that are gone', async ({
  page,
  add,
  mark,
}) => {
  await add('results', ...Array.from({ length: TABLE_ROWS }, (_, index) => ({ title: `${index} ${mark}` })))
  await openTab(page, `/admin/results?text=${mark}`)
  await page.getByLabel('Select all results shown').check()
  await expect(barOf(page)).toContainText('50 results selected')
  await add('results', { title: `New ${mark}` })
  await expect(barOf(page)).toContainText('49 results selected')
  await expect(barOf(page).getByRole('status')).toHaveText('1 selected row is no longer shown: acts leave it out.')
  await barOf(page).getByRole('button', { name: 'Deselect it' }).click()
  await expect(barOf(page).getByRole('status')).toBeEmpty()

  await openAct(page, 'Delete...')
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete 49 results?' })
  await expect(dialog.getByRole('region').getByRole('listitem')).toHaveCount(49)
  await add('results', { title: `Newer ${mark}` })
  await expect(rowOf(page, `Newer ${mark}`)).toBeVisible()
  await expect(barOf(page)).toContainText('48 results selected')
  await expect(dialog.getByRole('region').getByRole('listitem')).toHaveCount(49)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted 49 results')).toBeVisible()
  await expect(barOf(page)).toBeHidden()
})

test('the preview of an act stays open when the only selected row leaves the list', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [id = 0] = await add('results', { title: `A ${mark}` }, { title: `B ${mark}` })
  await openTab(page, `/admin/results?text=${mark}&sort=title`)
  await select(page, mark, ['A'])
  const dialog = await openAct(page, 'Status...')
  await dialog.getByLabel('Status').selectOption('Out')
  await expect(dialog.getByRole('listitem').first()).toContainText(`A ${mark}`)
  await sql`delete from results where id = ${id}`
  await expect(rowOf(page, `A ${mark}`)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await expect(page.getByText(`Failed to update status: it was deleted meanwhile: A ${mark}`)).toBeVisible()
  await expect(barOf(page).getByRole('status')).toHaveText('1 selected row is no longer shown: acts leave it out.')
})
