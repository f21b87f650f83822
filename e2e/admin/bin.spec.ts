import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { expect, openTab, rowOf, test } from './admin-test.ts'

const fifty = Array.from({ length: 50 }, (_, index) => String(index + 1).padStart(2, '0'))

test('fifty notices are deleted after one question, and are back after one undo @both', async ({
  page,
  viewport,
  sql,
  add,
  mark,
  request,
}) => {
  const isWide = (viewport?.width ?? 0) > 768
  const ids = await add('documents', ...fifty.map((name) => ({ title: `${name} ${mark}`, slug: `d-${name}-${mark}` })))
  await sql`update documents set status = 'active' where id = ${ids[0] ?? 0}`
  const address = `/documents/d-01-${mark}`
  const status = async () => (await request.get(address)).status()
  await expect.poll(status).toBe(200)
  const all = () => sql`select to_jsonb(documents) as row from documents where id = any (${ids}) order by id`
  const before = await all()

  await openTab(page, `/admin/documents?text=${mark}&sort=title`)
  if (isWide) await page.getByLabel('Select all documents shown').check()
  else for (const name of fifty) await page.getByLabel(`Select ${name} ${mark}`).check()
  await page.locator('.data-table tbody tr').first().focus()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete 50 documents?' })
  for (const name of ['01', '50']) await expect(dialog.getByText(`${name} ${mark}`)).toBeAttached()
  await expect(dialog).toContainText('1 document leaves the site at once, and its followers get no more pushes.')
  await expect(dialog).toContainText('restore them from the Bin for 30 days')
  for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
  expect(await all(), 'no arrow key deletes').toHaveLength(50)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted 50 documents')).toBeVisible()
  // The toast with the button stays while the pointer is on it.
  await page.getByRole('button', { name: 'Undo' }).hover()
  expect(await all()).toHaveLength(0)
  await expect.poll(status).toBe(410)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored 50 documents')).toBeVisible()
  expect(await all()).toEqual(before)
  await expect(page.locator('.data-table tbody tr')).toHaveCount(50)
  await expect.poll(status).toBe(200)
})

test('Ctrl+Z brings back the last deletion, also after the toast is gone, but not while one types', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [id = 0] = await add('jobs', { title: `A ${mark}` }, { title: `B ${mark}` })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await page.getByRole('button', { name: `Delete A ${mark}`, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Deleted A ${mark}`)).toBeVisible()
  await expect(page.getByText(`Deleted A ${mark}`)).toBeHidden({ timeout: 20_000 })
  await page.getByRole('searchbox', { name: 'Filter jobs' }).focus()
  await page.keyboard.press('ControlOrMeta+z')
  expect(await sql`select id from jobs where id = ${id}`).toHaveLength(0)
  await rowOf(page, `B ${mark}`).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText(`Restored A ${mark}`)).toBeVisible()
  await expect(rowOf(page, `A ${mark}`)).toBeVisible()
  expect(await sql`select id from jobs where id = ${id}`).toHaveLength(1)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText(/^Restored/), 'once').toHaveCount(1)
})

test('an organization that was moved and deleted comes back with its notices', async ({ page, sql, add, mark }) => {
  const [used = 0, other = 0] = await add('organizations', { name: `Used ${mark}` }, { name: `Other ${mark}` })
  const [job = 0] = await add('jobs', { title: `Job ${mark}`, organization_id: used })
  const organization = async () => (await sql`select organization_id::int as id from jobs where id = ${job}`)[0]
  await openTab(page, `/admin/organizations?text=${mark}`)
  await page.getByRole('button', { name: `Delete Used ${mark}`, exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Used by 1 notice' })
  await dialog.getByRole('combobox').fill(`Other ${mark}`)
  await page.getByRole('option', { name: `Other ${mark}` }).click()
  await dialog.getByRole('button', { name: 'Move and delete' }).click()
  await expect.poll(organization).toEqual({ id: other })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, `Used ${mark}`)).toBeVisible()
  expect(await organization()).toEqual({ id: used })
})

test('the bin is filtered, restores one and several, and deletes for ever after a question @both', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [first = 0, second = 0] = await add('results', { title: `First ${mark}` }, { title: `Second ${mark}` })
  const [taken = 0] = await add('jobs', { title: `Taken ${mark}`, slug: `taken-${mark}` })
  await sql`delete from results where id in (${first}, ${second})`
  await sql`delete from jobs where id = ${taken}`
  await add('jobs', { title: `Other ${mark}`, slug: `taken-${mark}` })
  await page.goto(`/admin/bin?text=${mark}`)
  const items = page.getByRole('list', { name: 'Bin' }).getByRole('listitem')
  await expect(items).toHaveCount(3)
  await expect(items.first()).toContainText(`Taken ${mark}`)
  await expect(items.first()).toContainText('job, deleted by the server')
  await expect(items.first()).toContainText('30 days left')
  await expectNoViolations(page)

  await page.getByLabel('Kind').selectOption('Results')
  await expect(items).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Filter the Bin' }).fill(`First ${mark}`)
  await expect(items).toHaveCount(1)
  await page.reload()
  await expect(items, 'the filters are in the address').toHaveCount(1)
  await page.getByRole('button', { name: `Restore First ${mark}` }).click()
  await expect(page.getByText(`Restored First ${mark}`)).toBeVisible()
  expect(await sql`select id from results where id = ${first}`).toHaveLength(1)
  await expect(page.getByRole('heading', { name: 'Nothing in the Bin matches these filters' })).toBeVisible()

  await page.goto(`/admin/bin?text=${mark}`)
  await page.getByLabel(`Select Taken ${mark}`).check()
  const bar = page.getByRole('region', { name: 'Selected items' })
  await bar.getByRole('button', { name: 'Restore' }).click()
  await expect(
    page.getByText(`Taken ${mark} has the new address taken-${mark}-1, because its own was taken meanwhile.`),
  ).toBeVisible()

  await page.getByLabel(`Select Second ${mark}`).check()
  await bar.getByRole('button', { name: 'Delete for ever' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Delete Second ${mark} for ever?` })
  await expect(dialog).toContainText('the history keeps its record for two years')
  await page.keyboard.press('Escape')
  await expect(items).toHaveCount(1)
  await bar.getByRole('button', { name: 'Delete for ever' }).click()
  await dialog.getByRole('button', { name: 'Delete for ever' }).click()
  await expect(page.getByText(`Deleted for ever: Second ${mark}`)).toBeVisible()
  await expect(items).toHaveCount(0)
  expect(await sql`select from bin.items where record_id = ${second} and table_name = 'results'`).toHaveLength(0)
  await page.goto('/admin/activity?table=bin')
  await expect(page.getByRole('listitem').filter({ hasText: `Second ${mark}` })).toContainText('deleted for ever item')
})

test('what somebody else has restored meanwhile is not said to be deleted for ever', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [id = 0] = await add('results', { title: `Back ${mark}` })
  await sql`delete from results where id = ${id}`
  await page.goto(`/admin/bin?text=${mark}`)
  await page.getByLabel(`Select Back ${mark}`).check()
  const other = await page.context().newPage()
  await other.goto(`/admin/bin?text=${mark}`)
  await other.getByRole('button', { name: `Restore Back ${mark}` }).click()
  await expect(other.getByText(`Restored Back ${mark}`)).toBeVisible()
  const ask = page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Delete for ever' })
  await ask.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for ever' }).click()
  await expect(page.locator('main').getByRole('alert')).toHaveText(
    `Failed to delete for ever: somebody has taken it out of the Bin meanwhile: Back ${mark}`,
  )
  await expect(page.getByText('Deleted for ever')).toHaveCount(0)
})

test('the focus of a row that leaves a list goes to the next one, and after the last to the heading', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const ids = await add('results', { title: `A ${mark}` }, { title: `B ${mark}` })
  for (const id of ids) await sql`delete from results where id = ${id}`
  await page.goto(`/admin/bin?text=${mark}`)
  const items = page.getByRole('list', { name: 'Bin' }).getByRole('listitem')
  await page.getByRole('button', { name: `Restore B ${mark}` }).press('Enter')
  await expect(items).toHaveCount(1)
  await expect(items.first()).toBeFocused()
  await page.getByRole('button', { name: `Restore A ${mark}` }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
