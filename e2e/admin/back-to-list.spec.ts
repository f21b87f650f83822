import { expect, openTab, rowOf, test } from './admin-test.ts'

test('a form leads back to the table with its filter, order and position', async ({ page, add, mark }) => {
  const titles = Array.from({ length: 40 }, (_, at) => `Item ${String(at).padStart(2, '0')} ${mark}`)
  await add('syllabus', ...titles.map((title) => ({ title })))
  const address = `/admin/syllabus?text=${mark}&sort=title`
  await openTab(page, address)
  const row = rowOf(page, titles[30] ?? '')
  const ways = {
    'Save changes': () => page.getByRole('button', { name: 'Save changes' }).click(),
    'Control+Enter': () => page.keyboard.press('Control+Enter'),
    Cancel: () => page.getByRole('link', { name: 'Cancel' }).click(),
    Syllabus: () => page.getByRole('navigation', { name: 'Up' }).getByRole('link').click(),
  }
  for (const [name, leave] of Object.entries(ways)) {
    await row.getByRole('link', { name: /^Edit/ }).click()
    await expect(page.getByRole('heading', { level: 1 }), name).toHaveText('Edit syllabus')
    await leave()
    await expect(page, name).toHaveURL((url) => url.pathname + url.search === address)
    await expect(row, name).toBeInViewport()
  }
})

test('a new record leads to the table without a filter, in which it stands', async ({ page, add, mark }) => {
  await add('syllabus', { title: `Item ${mark}` })
  await openTab(page, `/admin/syllabus?text=${mark}`)
  await page.getByRole('link', { name: 'Add New' }).click()
  const title = `Other ${mark.slice(1)}`
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL('/admin/syllabus')
  await expect(rowOf(page, title)).toBeVisible()
})

test('Control+S takes the row whose name stands in a box, also while its choices are read', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [board = 0] = await add('organizations', { name: `Board of ${mark}` })
  const [id = 0] = await add('syllabus', { title: `Item ${mark}` })
  await page.goto(`/admin/syllabus/${id}`)
  const box = page.getByRole('combobox', { name: 'Organization' })
  await box.fill(`board of ${mark}`)
  await page.keyboard.press('Control+S')
  await expect(page.getByText(`Saved: Item ${mark}`)).toBeVisible()
  expect(await sql`select organization_id from syllabus where id = ${id}`).toEqual([{ organization_id: String(board) }])
  await expect(box).toHaveValue(`Board of ${mark}`)
  await expect(box).toBeFocused()
})
