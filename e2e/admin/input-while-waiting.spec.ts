import type { Page } from '@playwright/test'
import { hold, holdRequests } from '#e2e/visitor/browser-test.ts'
import { expect, expectConsoleError, openTab, respondWithError, rowOf, test } from './admin-test.ts'
import { barOf, openAct, select } from './bulk-page.ts'
import { field, openForm } from './record-form.ts'

/** What staff do while an answer is awaited must not be lost, and must not do something else. */

/** Opens the bulk act that changes the organization of the document A, and chooses the organization First. */
async function chooseFirst(page: Page, mark: string) {
  await openTab(page, `/admin/documents?text=${mark}`)
  await select(page, mark, ['A'])
  const dialog = await openAct(page, 'Organization...')
  const box = dialog.getByLabel('Organization', { exact: true })
  await box.fill(`First ${mark}`)
  await dialog.getByRole('option', { name: `First ${mark}` }).click()
  return { dialog, box }
}

test('a row that is selected while an act runs stays selected', async ({ page, add, mark }) => {
  await add('answer_keys', ...['A', 'B', 'C'].map((name) => ({ title: `${name} ${mark}` })))
  await openTab(page, `/admin/answer-keys?text=${mark}&sort=title`)
  await select(page, mark, ['A', 'B'])
  const dialog = await openAct(page, 'Status...')
  await dialog.getByLabel('Status').selectOption('Out')
  const release = await hold(page, /rpc\/change_rows/)
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await expect(dialog).toBeHidden()
  await page.getByLabel(`Select C ${mark}`).check()
  await release()
  await expect(page.getByText('Status is now Out: 2 answer keys')).toBeVisible()
  await expect(barOf(page)).toContainText('1 answer key selected')
  await expect(page.getByLabel(`Select C ${mark}`)).toBeChecked()
})

test('a bulk act gives what is typed, also when it is applied while that is still searched for', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [, wanted = 0] = await add('organizations', { name: `First ${mark}` }, { name: `Second ${mark}` })
  const [id = 0] = await add('documents', { title: `A ${mark}` })
  const { dialog, box } = await chooseFirst(page, mark)
  const release = await hold(page, /rpc\/admin_search/)
  await box.fill(`Second ${mark}`)
  await expect(
    dialog.getByRole('option', { name: /^(?!Second)/ }),
    'choices that are called otherwise are gone',
  ).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Change organization' }).click()
  await release()
  await expect(page.getByText('The organization was changed: 1 document')).toBeVisible()
  expect(await sql`select organization_id::int as id from documents where id = ${id}`).toEqual([{ id: wanted }])
})

test('a bulk act is not applied with the former choice by the press that leaves an unknown name', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [first = 0] = await add('organizations', { name: `First ${mark}` })
  const [id = 0] = await add('documents', { title: `A ${mark}` })
  const { dialog, box } = await chooseFirst(page, mark)
  await box.fill(`Nobody ${mark}`)
  await expect(dialog.getByText('Nothing found')).toBeVisible()
  const apply = dialog.getByRole('button', { name: 'Change organization' })
  await apply.click()
  await expect(dialog.getByText(`Nothing is called “Nobody ${mark}”: First ${mark} stays chosen.`)).toBeVisible()
  expect(await sql`select organization_id from documents where id = ${id}`).toEqual([{ organization_id: null }])
  await apply.click()
  await expect(page.getByText('The organization was changed: 1 document')).toBeVisible()
  expect(await sql`select organization_id::int as id from documents where id = ${id}`).toEqual([{ id: first }])
})

test('Ctrl+Z while a change is in flight undoes that change, not an earlier one', async ({ page, add, mark, sql }) => {
  const ids = await add('admit_cards', { title: `A ${mark}` }, { title: `B ${mark}` })
  const linked = async () =>
    (await sql`select is_quick_link as linked from admit_cards where id = any (${ids}) order by id`).map(
      ({ linked: isLinked }) => isLinked as boolean,
    )
  await openTab(page, `/admin/admit-cards?text=${mark}&sort=title`)
  await rowOf(page, `A ${mark}`).focus()
  await page.keyboard.press('q')
  await expect.poll(linked).toEqual([true, false])
  await expect(page.getByText(`A ${mark}`).last()).toBeVisible()
  const release = await hold(page, /rest\/v1\/admit_cards\?id=eq/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('q')
  await page.keyboard.press('ControlOrMeta+z')
  await release()
  await expect.poll(linked).toEqual([true, false])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(linked).toEqual([false, false])
})

test('two quick Ctrl+Z undo two acts on the same row', async ({ page, add, mark, sql }) => {
  const [id = 0] = await add('admit_cards', { title: `A ${mark}` })
  const linked = async () =>
    (await sql`select is_quick_link as linked from admit_cards where id = ${id}`)[0]?.['linked']
  await openTab(page, `/admin/admit-cards?text=${mark}`)
  await rowOf(page, `A ${mark}`).focus()
  const undos: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rpc/undo_')) undos.push(request.url())
  })
  for (const isLinked of [true, false]) {
    await page.keyboard.press('q')
    await expect.poll(linked).toBe(isLinked)
    await expect(page.locator('.toast').last()).toContainText(isLinked ? 'on' : 'off')
  }
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => undos.length).toBe(2)
  await expect.poll(linked).not.toBe(true)
  await page.keyboard.press('ControlOrMeta+z')
  expect(undos, 'nothing is left to undo').toHaveLength(2)
})

test('Ctrl+Z while a change is in flight that is refused undoes nothing else', async ({
  page,
  add,
  mark,
  sql,
  consoleErrors,
}) => {
  const ids = await add('admit_cards', { title: `A ${mark}` }, { title: `B ${mark}` })
  const linked = async () => (await sql`select from admit_cards where id = any (${ids}) and is_quick_link`).count
  await openTab(page, `/admin/admit-cards?text=${mark}&sort=title`)
  await rowOf(page, `A ${mark}`).focus()
  await page.keyboard.press('q')
  await expect.poll(linked).toBe(1)
  await expect(page.locator('.toast')).toBeVisible()
  await respondWithError(page, { method: 'PATCH', path: /admit_cards\?id=eq/, message: 'not now' })
  const release = await holdRequests(page, /admit_cards\?id=eq/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('q')
  await page.keyboard.press('ControlOrMeta+z')
  await release()
  await expect(page.getByRole('alert').filter({ hasText: 'not now' })).toBeVisible()
  expect(await linked()).toBe(1)
  await page.unrouteAll()
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(linked).toBe(0)
  expectConsoleError(consoleErrors, /status of 400/)
})

test('a second filter of the Bin keeps the first one, whose rows have not arrived', async ({ page }) => {
  await page.goto('/admin/bin')
  await expect(page.getByLabel('Kind')).toBeEnabled()
  const release = await hold(page, /rpc\/bin/)
  await page.getByLabel('Kind').selectOption({ label: 'Results' })
  await expect(page.getByLabel('Kind'), 'the choice is on the way').toHaveValue('results')
  await page.getByLabel('Deleted when').selectOption({ index: 1 })
  await release()
  await expect(page).toHaveURL(/\/admin\/bin\?kind=results&days=1$/)
  await expect(page.getByLabel('Kind')).toHaveValue('results')
})

test('leaving a reference field before its choices have arrived does not lose the choice', async ({
  page,
  add,
  mark,
}) => {
  const name = `Board ${mark}`
  await add('organizations', { name, slug: mark.toLowerCase() })
  await openForm(page, '/admin/jobs/new')
  const organization = field(page, 'Organization')
  const address = new RegExp(`organizations\\?.*${mark}`)
  let release = await hold(page, address)
  await organization.fill(name)
  await organization.press('Tab')
  await release()
  await expect(organization).toHaveValue(name)
  await page.unroute(address)

  await organization.fill('')
  await organization.press('Tab')
  await expect(organization).toHaveValue('')
  release = await hold(page, address)
  await organization.fill(mark)
  await organization.press('Enter')
  await organization.press('Tab')
  await release()
  await expect(organization).toHaveValue(name)
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

test('leaving a reference field with a text that nothing is called says so, and changes nothing silently', async ({
  page,
  add,
  mark,
}) => {
  const name = `Board ${mark}`
  await add('organizations', { name, slug: mark.toLowerCase() })
  await openForm(page, '/admin/jobs/new')
  const organization = field(page, 'Organization')
  await organization.fill(`none ${mark}`)
  await organization.press('Tab')
  await expect(page.getByText(`Nothing is called “none ${mark}”: nothing is chosen.`)).toBeVisible()
  await organization.fill(name)
  await organization.press('Tab')
  await expect(page.getByText('Nothing is called')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Clear Organization' })).toBeVisible()

  await organization.fill(`none ${mark}`)
  await organization.press('Tab')
  await expect(organization).toHaveValue(name)
  await expect(page.getByText(`Nothing is called “none ${mark}”: ${name} stays chosen.`)).toBeVisible()
  await organization.fill('')
  await organization.press('Tab')
  await expect(page.getByText(`Not chosen any more: ${name}`)).toBeVisible()

  // The line does not move a button that is being pressed.
  await organization.fill(`none ${mark}`)
  await page
    .getByRole('button', { name: /^Save as draft|^Save$/ })
    .first()
    .click()
  await expect(page.getByText('Title must not be empty').first()).toBeVisible()
})

/** Saves a changed syllabus and opens another tab before the answer. @returns a function that delivers the answer */
async function saveAndLeave(page: Page, id: number, mark: string): Promise<() => Promise<void>> {
  await openForm(page, `/admin/syllabus/${id}`)
  await field(page, 'Title').fill(`Paper two ${mark}`)
  const change = /rest\/v1\/syllabus\?id=eq/
  const release = await hold(page, change)
  const sent = page.waitForRequest(change)
  await page.keyboard.press('ControlOrMeta+Enter')
  await sent
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Results' }).click()
  return release
}

test('a save that ends while the form asks whether to leave it closes the question', async ({ page, add, mark }) => {
  const [id = 0] = await add('syllabus', { title: `Paper ${mark}` })
  const release = await saveAndLeave(page, id, mark)
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await release()
  await expect(page).toHaveURL('/admin/syllabus')
  await expect(question).toHaveCount(0)
})

test('somebody who leaves a form while it is saved stays on the page that was opened', async ({ page, add, mark }) => {
  const [id = 0] = await add('syllabus', { title: `Paper ${mark}` })
  const release = await saveAndLeave(page, id, mark)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/admin/results')
  await release()
  const toast = page.getByText(`Saved: Paper two ${mark}`)
  await expect(toast).toBeVisible()
  // By the time at which the toast disappears, a navigation would have ended.
  await expect(toast).toBeHidden()
  await expect(page).toHaveURL('/admin/results')
})

test('a word that is typed while another one is added stays in the form', async ({ page, sql, mark }) => {
  await page.goto('/admin/search-words')
  await page.getByLabel('Visitors write').fill(mark)
  await page.getByLabel('Notices say').fill('railway')
  const release = await hold(page, /rest\/v1\/search_words/)
  await page.getByLabel('Notices say').press('Enter')
  await page.getByLabel('Visitors write').fill('next')
  await release()
  await expect.poll(async () => (await sql`select from search_words where written = ${mark}`).count).toBe(1)
  await expect(page.getByRole('button', { name: 'Add' })).not.toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByLabel('Visitors write')).toHaveValue('next')
  await sql`delete from search_words where written = ${mark}`
})
