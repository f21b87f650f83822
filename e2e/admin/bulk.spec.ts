import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { hold } from '#e2e/visitor/browser-test.ts'
import { expect, expectConsoleError, openTab, rowOf, test } from './admin-test.ts'
import { barOf, openAct, select } from './bulk-page.ts'

const names = ['A', 'B', 'C', 'D', 'E']

test('bulk status: a preview shows what changes, one call changes it, one undo reverts it @both', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const ids = await add(
    'answer_keys',
    ...names.map((name) => ({ title: `${name} ${mark}`, ...(name === 'D' && { status: 'Out' }) })),
  )
  await openTab(page, `/admin/answer-keys?text=${mark}&sort=title`)
  const calls: string[] = []
  page.on('request', (request) => {
    if (/PATCH|DELETE/.test(request.method()) || request.url().includes('_rows'))
      calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await select(page, mark, ['A', 'C', 'D'])
  await expect(barOf(page)).toContainText('3 answer keys selected')
  await barOf(page).getByRole('button', { name: 'Change' }).click()
  await expectNoViolations(page, 'the menu of acts')
  await page.keyboard.press('Escape')
  const dialog = await openAct(page, 'Status...')
  await expect(dialog).toHaveAccessibleName('Set the status of 3 answer keys')
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose: Status')
  await dialog.getByLabel('Status').selectOption('Out')
  await expect(dialog.getByRole('listitem').filter({ hasText: `A ${mark}` })).toContainText('inactive Out')
  await expect(dialog.getByRole('listitem').filter({ hasText: `D ${mark}` })).toContainText('stays Out')
  await expect(dialog).toContainText('2 answer keys appear on the site at once.')
  await expectNoViolations(page, 'the preview of an act')
  const stored = async () =>
    (await sql`select status from answer_keys where id = any (${ids}) order by id`).map(
      ({ status }) => status as string,
    )
  expect(await stored(), 'nothing is changed yet').toEqual(['inactive', 'inactive', 'inactive', 'Out', 'inactive'])
  calls.length = 0
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await expect(page.getByText('Status is now Out: 2 answer keys')).toBeVisible()
  await expect(barOf(page), 'what worked is no longer selected').toBeHidden()
  expect(calls).toEqual(['POST /rest/v1/rpc/change_rows'])
  expect(await stored()).toEqual(['Out', 'inactive', 'Out', 'Out', 'inactive'])
  await expect(rowOf(page, `A ${mark}`).locator('[data-label="Status"]')).toHaveText('Out')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(stored).toEqual(['inactive', 'inactive', 'inactive', 'Out', 'inactive'])
  await expect(rowOf(page, `A ${mark}`).locator('[data-label="Status"]')).toHaveText('inactive')

  await select(page, mark, ['D'])
  const again = await openAct(page, 'Status...')
  await again.getByLabel('Status').selectOption('not set')
  await again.getByRole('button', { name: 'Set status' }).click()
  await expect(page.getByText('Status is now not set: 1 answer key')).toBeVisible()
  expect((await sql`select status from answer_keys where id = ${ids[3] ?? 0}`)[0]).toEqual({ status: null })
})

test('bulk status: selected categories become active', async ({ page, sql, add, mark }) => {
  const ids = await add('categories', { name: `A ${mark}` }, { name: `B ${mark}` })
  await openTab(page, `/admin/categories?text=${mark}`)
  await select(page, mark, ['A', 'B'])
  const dialog = await openAct(page, 'Status...')
  await dialog.getByLabel('Status').selectOption('active')
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await expect(page.getByText('Status is now active: 2 categories')).toBeVisible()
  expect(await sql`select is_active from categories where id = any (${ids})`).toEqual([
    { is_active: true },
    { is_active: true },
  ])
})

test('bulk acts by keyboard alone: arrows only move, Enter opens the preview, a button applies it', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const ids = await add('results', { title: `A ${mark}` }, { title: `B ${mark}` })
  await openTab(page, `/admin/results?text=${mark}&sort=title`)
  const changes: string[] = []
  page.on('request', (request) => request.url().includes('change_rows') && changes.push(request.url()))
  await rowOf(page, `A ${mark}`).focus()
  for (const key of ['x', 'ArrowDown', 'x']) await page.keyboard.press(key)
  const button = barOf(page).getByRole('button', { name: 'Change' })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Status...' })).toBeFocused()
  for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowDown']) await page.keyboard.press(key)
  await expect(page.getByRole('menuitem', { name: 'Status...' }), 'around the end').toBeFocused()
  await page.keyboard.press('d')
  await expect(page.getByRole('menuitem', { name: 'Delete' }), 'a letter moves the focus').toBeFocused()
  await page.keyboard.press('n')
  await expect(page.getByRole('menu'), 'a letter without an act does nothing').toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()
  await expect(barOf(page), 'the rows stay selected').toContainText('2 results selected')

  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set the status of 2 results' })
  await expect(dialog.getByLabel('Status')).toBeFocused()
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await expect(dialog.getByRole('listitem').first()).toContainText(`A ${mark}`)
  expect(changes, 'no arrow key has changed anything').toEqual([])
  await dialog.getByLabel('Status').selectOption('Out')
  await page.keyboard.press('Enter')
  if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Set status' }).press('Enter')
  await expect(page.getByText('Status is now Out: 2 results')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }), 'the focus of the bar that is gone').toBeFocused()
  await rowOf(page, `A ${mark}`).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect
    .poll(async () => (await sql`select distinct status from results where id = any (${ids})`)[0])
    .toEqual({ status: 'inactive' })
})

test('bulk organization, category and post date: each row gets the new one, and its own one back', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [before = 0, after = 0] = await add('organizations', { name: `Old ${mark}` }, { name: `New ${mark}` })
  const [category = 0] = await add('categories', { name: `Category ${mark}` })
  const ids = await add(
    'documents',
    { title: `A ${mark}`, organization_id: before, post_time: '05/11/2026 7:20 PM' },
    { title: `B ${mark}`, post_time: '06/11/2026 8:00 AM' },
  )
  const stored = () => sql`
    select organization_id::int as organization, category_id::int as category, post_time from documents
     where id = any (${ids}) order by id`
  const original = await stored()
  await openTab(page, `/admin/documents?text=${mark}&sort=title`)
  const choose = async (act: string, label: string, name: string) => {
    await select(page, mark, ['A', 'B'])
    const dialog = await openAct(page, act)
    await dialog.getByLabel(label, { exact: true }).fill(name)
    await dialog.getByRole('option', { name }).click()
    await expect(dialog.getByRole('listitem').first()).toContainText(name)
    await dialog.getByRole('button', { name: /^Change/ }).click()
    await expect(page.locator('dialog[open]')).toHaveCount(0)
  }
  await choose('Organization...', 'Organization', `New ${mark}`)
  await expect(page.getByText('The organization was changed: 2 documents')).toBeVisible()
  await expect(barOf(page)).toBeHidden()
  await choose('Category...', 'Category', `Category ${mark}`)
  await expect(page.getByText('The category was changed: 2 documents')).toBeVisible()
  await expect(barOf(page)).toBeHidden()
  await select(page, mark, ['A', 'B'])
  const dialog = await openAct(page, 'Post date...')
  const field = dialog.getByLabel('Enter new post date (YYYY-MM-DD)')
  await field.fill('tomorrow')
  await dialog.getByRole('button', { name: 'Change post date' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Invalid date format for Post date: tomorrow')
  await field.fill('2026-11-20')
  await expect(dialog.getByRole('listitem').first()).toContainText('05-11-2026 20-11-2026')
  await dialog.getByRole('button', { name: 'Change post date' }).click()
  await expect(page.getByText('Post date is now 20-11-2026: 2 documents')).toBeVisible()
  expect(await stored()).toEqual([
    { organization: after, category, post_time: '20/11/2026 7:20 PM' },
    { organization: after, category, post_time: '20/11/2026 8:00 AM' },
  ])
  await page.getByRole('heading', { level: 1 }).focus()
  for (const message of ['Post dates are as before', 'The category is as before', 'The organization is as before']) {
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByText(message).last()).toBeVisible()
  }
  await expect.poll(stored).toEqual(original)
})

test('neither late counts nor a selection move the rows of a table @both', async ({ page, add, mark }) => {
  await add('documents', ...names.map((title) => ({ title: `${title} ${mark}` })))
  const release = await hold(page, /rpc\/admin_counts/)
  const requested = page.waitForRequest(/rpc\/admin_counts/)
  await openTab(page, `/admin/documents?text=${mark}&sort=title`)
  await requested
  await rowOf(page, `E ${mark}`).scrollIntoViewIfNeeded()
  const positions = () =>
    page.locator('.data-table tbody tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
  const before = await positions()
  await release()
  await expect(page.getByRole('link', { name: /^Documents \d/ })).toBeVisible()
  expect(await positions()).toEqual(before)
  for (const name of ['E', 'D']) await page.getByLabel(`Select ${name} ${mark}`).click()
  await expect(barOf(page)).toBeInViewport({ ratio: 1 })
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
    else await select(page, mark, names)
  }
  const turn = async (value: string) => {
    await selectAll()
    const dialog = await openAct(page, 'Quick Link...')
    await dialog.getByLabel('Quick Link').selectOption(value)
    await dialog.getByRole('button', { name: 'Set Quick Link' }).click()
  }
  const stored = async () => (await sql`select id from admit_cards where id = any (${ids}) and is_quick_link`).length
  await turn('on')
  await expect(page.getByText('Quick Link turned on for 4 admit cards'), 'one is on already').toBeVisible()
  await expect(barOf(page)).toBeHidden()
  expect(await stored()).toBe(5)
  await turn('off')
  await expect(page.getByText('Quick Link turned off for 5 admit cards')).toBeVisible()
  expect(await stored()).toBe(0)
})

test('bulk changes that fail change nothing, and can be tried again', async ({
  page,
  sql,
  add,
  mark,
  consoleErrors,
}) => {
  const ids = await add('results', ...names.map((name) => ({ title: `${name} ${mark}` })))
  await openTab(page, `/admin/results?text=${mark}&sort=title`)
  await page.route(/\/rest\/v1\/rpc\/(change|delete)_rows/, (route) =>
    route.fulfill({ status: 400, json: { code: 'P0001', details: null, hint: null, message: 'in use' } }),
  )
  await select(page, mark, ['B', 'D'])
  const dialog = await openAct(page, 'Delete...')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete: in use (2 of 2 results; what failed is still selected)')).toBeVisible()
  await expect(page.locator('.data-table tbody tr')).toHaveCount(5)
  for (const name of ['B', 'D']) await expect(page.getByLabel(`Select ${name} ${mark}`)).toBeChecked()
  await page.unroute(/\/rest\/v1\/rpc\/(change|delete)_rows/)
  await (await openAct(page, 'Delete...')).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted 2 results')).toBeVisible()
  await expect(page.getByText('Failed to delete')).toHaveCount(0)
  expect(await sql`select id from results where id = any (${ids})`).toHaveLength(3)
  expectConsoleError(consoleErrors, /status of 400/)
})

test('the buttons of a preview stay where they are when its rows arrive; rows that cannot be read are told @both', async ({
  page,
  add,
  mark,
  consoleErrors,
}) => {
  await add('documents', ...names.map((name) => ({ title: `${name} ${mark}` })))
  await openTab(page, `/admin/documents?text=${mark}&sort=title`)
  await select(page, mark, names)
  const selected = /\/rest\/v1\/documents\?.*id=in\./
  const release = await hold(page, selected)
  const dialog = await openAct(page, 'Status...')
  await expect(dialog).toContainText('Reading the selected rows...')
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  const before = await cancel.boundingBox()
  await release()
  await expect(dialog).toContainText(`E ${mark}`)
  expect(await cancel.boundingBox()).toEqual(before)
  await cancel.click()

  await page.unroute(selected)
  await page.route(selected, (route) => route.fulfill({ status: 503, body: '' }))
  const failed = await openAct(page, 'Status...')
  await expect(failed.getByRole('alert')).not.toBeEmpty()
  await expect(failed).not.toContainText('Reading')
  expectConsoleError(consoleErrors, /status of 503/)
})

test('bulk delete of one row asks the confirmation for one item', async ({ page, add, mark }) => {
  await add('documents', { title: `A ${mark}` })
  await openTab(page, `/admin/documents?text=${mark}`)
  await select(page, mark, ['A'])
  await openAct(page, 'Delete...')
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this item?' })
  // The row that appears moves the buttons.
  await expect(question.getByText(`A ${mark}`)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await barOf(page).getByRole('button', { name: 'Clear' }).click()
  await expect(barOf(page)).toBeHidden()
})
