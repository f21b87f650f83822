import { expect, expectConsoleError, openTab, rowOf, test } from './admin-test.ts'

const names = ['A', 'B', 'C', 'D', 'E']

test('bulk status: each selected row gets the status by a separate call', async ({ page, sql, add, mark }) => {
  const ids = await add('answer_keys', ...names.map((name) => ({ title: `${name} ${mark}` })))
  await openTab(page, `/admin/answer-keys?text=${mark}&sort=title`)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') calls.push(new URL(request.url()).searchParams.get('id') ?? 'every row')
  })
  for (const name of ['A', 'C', 'D']) await page.getByLabel(`Select ${name} ${mark}`).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('3 answer keys selected')
  await bar.getByLabel('Set status of selected rows').selectOption('Out')
  await expect(page.getByText('Status is now Out: 3 answer keys')).toBeVisible()
  await expect(bar, 'what worked is no longer selected').toBeHidden()
  expect(calls.sort()).toEqual([0, 2, 3].map((index) => `eq.${ids[index]}`).sort())
  const stored = await sql`select status from answer_keys where id = any (${ids}) order by id`
  expect(stored.map(({ status }) => status as string)).toEqual(['Out', 'inactive', 'Out', 'Out', 'inactive'])
  await expect(rowOf(page, `A ${mark}`).locator('[data-label="Status"]')).toHaveText('Out')

  await page.getByLabel(`Select A ${mark}`).check()
  await bar.getByLabel('Set status of selected rows').selectOption('not set')
  await expect(page.getByText('Status is now not set: 1 answer key')).toBeVisible()
  expect((await sql`select status from answer_keys where id = ${ids[0] ?? 0}`)[0]).toEqual({ status: null })
})

test('bulk status: selected categories become active', async ({ page, sql, add, mark }) => {
  const ids = await add('categories', { name: `A ${mark}` }, { name: `B ${mark}` })
  await openTab(page, `/admin/categories?text=${mark}`)
  for (const name of ['A', 'B']) await page.getByLabel(`Select ${name} ${mark}`).check()
  await page.getByLabel('Set status of selected rows').selectOption('active')
  await expect(page.getByText('Status is now active: 2 categories')).toBeVisible()
  expect(await sql`select is_active from categories where id = any (${ids})`).toEqual([
    { is_active: true },
    { is_active: true },
  ])
})

test('neither late counts nor a selection move the rows of a table @both', async ({ page, add, mark }) => {
  await add('documents', ...names.map((title) => ({ title: `${title} ${mark}` })))
  const requested = Promise.withResolvers<void>()
  const allowed = Promise.withResolvers<void>()
  await page.route('**/rest/v1/rpc/admin_counts', async (route) => {
    requested.resolve()
    await allowed.promise
    await route.continue()
  })
  await openTab(page, `/admin/documents?text=${mark}&sort=title`)
  await requested.promise
  await rowOf(page, `E ${mark}`).scrollIntoViewIfNeeded()
  const positions = () =>
    page.locator('.data-table tbody tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
  const before = await positions()
  allowed.resolve()
  await expect(page.getByRole('link', { name: /^Documents \d/ })).toBeVisible()
  expect(await positions()).toEqual(before)
  for (const name of ['E', 'D']) await page.getByLabel(`Select ${name} ${mark}`).click()
  await expect(page.getByRole('region', { name: 'Selected rows' })).toBeInViewport({ ratio: 1 })
  expect(await positions()).toEqual(before)
})

test('bulk Quick Link: all shown rows are turned on and off @both', async ({ page, viewport, sql, add, mark }) => {
  const ids = await add(
    'admit_cards',
    ...names.map((title, n) => ({ title: `${title} ${mark}`, is_quick_link: n === 1 })),
  )
  await openTab(page, `/admin/admit-cards?text=${mark}`)
  const selectAll = async () => {
    if ((viewport?.width ?? 0) > 768) await page.getByLabel('Select all admit cards shown').check()
    else for (const name of names) await page.getByLabel(`Select ${name} ${mark}`).check()
  }
  const stored = async () => (await sql`select id from admit_cards where id = any (${ids}) and is_quick_link`).length
  await selectAll()
  await page.getByRole('button', { name: 'Quick Link on' }).click()
  await expect(page.getByText('Quick Link turned on for 5 admit cards')).toBeVisible()
  expect(await stored()).toBe(5)
  await selectAll()
  await page.getByRole('button', { name: 'Quick Link off' }).click()
  await expect(page.getByText('Quick Link turned off for 5 admit cards')).toBeVisible()
  expect(await stored()).toBe(0)
})

test('bulk Quick Link: a row that is being changed already is not counted', async ({ page, sql, add, mark }) => {
  const ids = await add('admit_cards', { title: `A ${mark}` }, { title: `B ${mark}` })
  await openTab(page, `/admin/admit-cards?text=${mark}`)
  const allowed = Promise.withResolvers<void>()
  await page.route(new RegExp(`/rest/v1/admit_cards\\?id=eq.${ids[0]}&`), async (route) => {
    if (route.request().method() === 'PATCH') await allowed.promise
    return route.fallback()
  })
  await page.getByRole('button', { name: `Quick Link A ${mark}` }).click()
  await expect(page.getByRole('button', { name: `Quick Link A ${mark}` })).toHaveAttribute('aria-pressed', 'true')
  for (const name of ['A', 'B']) await page.getByLabel(`Select ${name} ${mark}`).check()
  await page.getByRole('button', { name: 'Quick Link on' }).click()
  await expect(page.getByText('Quick Link turned on for 1 admit card')).toBeVisible()
  allowed.resolve()
  await expect(page.getByText(`Quick Link turned on for A ${mark}`)).toBeVisible()
  expect(await sql`select id from admit_cards where id = any (${ids}) and is_quick_link`).toHaveLength(2)
})

test('bulk delete: several rows are deleted after one confirmation', async ({ page, sql, add, mark }) => {
  const ids = await add('results', ...names.map((name) => ({ title: `${name} ${mark}` })))
  await openTab(page, `/admin/results?text=${mark}`)
  for (const name of ['A', 'B', 'C']) await page.getByLabel(`Select ${name} ${mark}`).check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete 3 results?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await sql`select id from results where id = any (${ids})`).toHaveLength(5)
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted 3 results')).toBeVisible()
  await expect(page.locator('.data-table tbody tr')).toHaveCount(2)
  expect(await sql`select id from results where id = any (${ids})`).toHaveLength(2)
})

test('bulk changes: rows that fail are reported and stay selected', async ({ page, sql, add, mark, consoleErrors }) => {
  const ids = await add('results', ...names.map((name) => ({ title: `${name} ${mark}` })))
  await openTab(page, `/admin/results?text=${mark}&sort=title`)
  await page.route(/\/rest\/v1\/results\?/, async (route) => {
    const isRejected = [ids[1], ids[3]].some((id) => route.request().url().includes(`id=eq.${id}&`))
    if (route.request().method() === 'GET' || !isRejected) return route.fallback()
    return route.fulfill({ status: 400, json: { code: 'P0001', details: null, hint: null, message: 'in use' } })
  })
  for (const name of names) await page.getByLabel(`Select ${name} ${mark}`).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByLabel('Set status of selected rows').selectOption('Out')
  await expect(
    page.getByText('Failed to update status: in use (2 of 5 results; what failed is still selected)'),
  ).toBeVisible()
  await expect(page.getByText('Status is now Out: 3 results')).toBeVisible()
  await expect(bar).toContainText('2 results selected')
  for (const name of ['B', 'D']) {
    await expect(page.getByLabel(`Select ${name} ${mark}`)).toBeChecked()
    await expect(rowOf(page, `${name} ${mark}`).locator('[data-label="Status"]')).toHaveText('inactive')
  }

  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete: in use (2 of 2 results; what failed is still selected)')).toBeVisible()
  await expect(page.locator('.data-table tbody tr')).toHaveCount(5)
  await page.unroute(/\/rest\/v1\/results\?/)
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted 2 results')).toBeVisible()
  await expect(page.getByText('Failed to delete')).toHaveCount(0)
  expect(await sql`select id from results where id = any (${ids})`).toHaveLength(3)
  expectConsoleError(consoleErrors, /status of 400/)
})

test('bulk delete of one row asks the confirmation for one item', async ({ page, add, mark }) => {
  await add('documents', { title: `A ${mark}` })
  await openTab(page, `/admin/documents?text=${mark}`)
  await page.getByLabel(`Select A ${mark}`).check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Are you sure you want to delete this item?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('region', { name: 'Selected rows' })).toBeHidden()
})
