import { PICKER_CHOICES } from '#domain/limits.ts'
import { hold, settled } from '#e2e/visitor/browser-test.ts'
import { expect, expectConsoleError, test } from './admin-test.ts'
import { field, openForm, rowOf, save, uniqueTitle } from './record-form.ts'

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
  // A browser closes a dialog when Escape is pressed again without any other input.
  for (const _again of [1, 2, 3, 4]) await page.keyboard.press('Escape')
  await expect(dialog).toHaveJSProperty('open', true)
  if (await question.isVisible()) await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(website).toHaveValue('https://board.example')
  const isLeft = () => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await isLeft(), 'by closing the window').toBe(false)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toBeHidden()
})

test('the late answer to a dialog that was left does not close the next one', async ({ page, mark, tables }) => {
  await openForm(page, '/admin/jobs/new')
  const dialog = page.getByRole('dialog', { name: 'New organization' })
  const website = dialog.getByRole('textbox', { name: 'Website' })
  const open = async (name: string) => {
    await field(page, 'Organization').fill(name)
    await page.getByRole('option', { name: `Create organization “${name}”` }).click()
    await expect(dialog).toBeVisible()
  }
  await open(`First ${mark}`)
  await website.fill('https://first.example')
  const gate = Promise.withResolvers<void>()
  await page.route('**/rest/v1/organizations?*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    await gate.promise
    await route.fulfill({ response })
  })
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/rest/v1/organizations?'),
  )
  await dialog.getByRole('button', { name: 'Create' }).click()
  const stored = () => tables.get(`organizations?name=eq.${encodeURIComponent(`First ${mark}`)}`)
  await expect.poll(stored).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toBeHidden()
  await open(`Second ${mark}`)
  await website.fill('https://second.example')
  gate.resolve()
  await (await answered).finished()
  await settled(page)
  await expect(website).toHaveValue('https://second.example')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeVisible()
  const [first] = await stored()
  await tables.remove('organizations', Number(first?.['id']))
})

test('a save waits for the choices of what is typed after a search has failed', async ({
  page,
  add,
  mark,
  tables,
  consoleErrors,
}) => {
  const [id = 0] = await add('organizations', { name: `Board ${mark}` })
  const title = uniqueTitle('After A Failed Search')
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await page.route('**/rpc/admin_search', (route) => route.abort())
  await field(page, 'Organization').fill('Boa')
  await expect(page.getByText('The choices could not be read')).toBeVisible()
  await page.unrouteAll()
  const release = await hold(page, /rpc\/admin_search/)
  await field(page, 'Organization').fill(`Board ${mark}`)
  await page.keyboard.press('ControlOrMeta+s')
  await release()
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  const row = await rowOf(tables, 'jobs', title)
  await tables.remove('jobs', Number(row['id']))
  expect(row['organization_id']).toBe(id)
  expectConsoleError(consoleErrors, /ERR_FAILED/)
})

test('an organization is found by a part of its name, cleared, and created in the form', async ({ page, tables }) => {
  const name = uniqueTitle('Board of Journeys')
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Organization').click()
  await page.keyboard.type('staff sel')
  // Faster than the response.
  await page.keyboard.press('Enter')
  await expect(field(page, 'Organization')).toHaveValue('Staff Selection Commission (SSC)')
  await page.getByRole('button', { name: 'Clear Organization' }).click()
  await expect(field(page, 'Organization')).toHaveValue('')

  await page.keyboard.type('100%_* no such')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Create organization “100%_* no such”'])
  await field(page, 'Organization').fill(name)
  await page.getByRole('option', { name: `Create organization “${name}”` }).click()
  const dialog = page.getByRole('dialog', { name: 'New organization' })
  await dialog.getByRole('textbox', { name: 'Website' }).fill('board.example')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('alert')).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Website' }).fill('https://board.example')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
  await expect(field(page, 'Organization')).toHaveValue(name)
  await expect(field(page, 'Organization')).toBeFocused()
  const [stored] = await tables.get(`organizations?name=eq.${encodeURIComponent(name)}`)
  expect(stored).toMatchObject({ website_url: 'https://board.example', is_active: true })
  await tables.remove('organizations', Number(stored?.['id']))
})

test('categories are offered in their order', async ({ page, sql }) => {
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Category').click()
  await expect(async () => {
    const first = await sql<{ name: string; is_active: boolean }[]>`
      select name, is_active from categories order by sort_order, id limit ${PICKER_CHOICES}`
    const names = first.map(({ name, is_active }) => (is_active ? name : `${name} inactive`))
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText(names, { timeout: 1_000 })
  }).toPass()
})

test('the form of a parent category inside the form of a category repeats no element id', async ({ page }) => {
  await openForm(page, '/admin/categories/new')
  await field(page, 'Parent category').fill('No such parent')
  await page.getByRole('option', { name: 'Create category “No such parent”' }).click()
  const dialog = page.getByRole('dialog', { name: 'New category' })
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('No such parent')
  const ids = await page.locator('form [id]').evaluateAll((all) => all.map(({ id }) => id))
  expect(ids.length).toBeGreaterThan(10)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  await dialog.getByText('Name', { exact: true }).click()
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
})

test('a category is not put below one that is below it', async ({ page, tables, consoleErrors }) => {
  const [above, below] = [uniqueTitle('Above'), uniqueTitle('Below')]
  const parent = await tables.insert('categories', { name: above, slug: crypto.randomUUID() })
  const child = await tables.insert('categories', { name: below, slug: crypto.randomUUID(), parent_id: parent.id })
  await openForm(page, `/admin/categories/${parent.id}`)
  await field(page, 'Parent category').fill(below)
  await page.getByRole('option', { name: below, exact: true }).click()
  await save(page)
  const error = 'A category cannot be below itself, or below one that is below it'
  await expect(page.getByRole('alert').getByRole('link', { name: error })).toBeVisible()
  await expect(field(page, 'Parent category')).toHaveAttribute('aria-invalid', 'true')
  await tables.remove('categories', child.id)
  await tables.remove('categories', parent.id)
  expectConsoleError(consoleErrors, /status of 400/)
})
