import { expectNoViolationsAtBothSizes } from '#e2e/accessibility/axe.ts'
import { expect, expectConsoleError, respondWithError, test } from './admin-test.ts'

const PATH = '/admin/search-words'

test.afterEach(async ({ sql, mark }) => {
  await sql`delete from search_words where written = ${mark}`
})

test('the search uses a word that staff adds, until it is deleted', async ({ page, mark, request }) => {
  const foundBySearch = async () => {
    const reply = await request.get(`/search/dropdown?q=${mark}`)
    return (await reply.text()).includes('Railway')
  }
  expect(await foundBySearch()).toBe(false)
  await page.goto(PATH)
  await expect(page.getByRole('rowheader', { name: 'rly', exact: true })).toBeVisible()
  await page.getByLabel('Visitors write').fill(mark)
  await expect(page.getByText('No such word yet.')).toBeVisible()
  await page.getByLabel('Notices say').fill('railway')
  for (const _attempt of [1, 2]) {
    await page.getByLabel('Visitors write').fill(mark)
    await page.getByLabel('Notices say').fill('railway')
    await page.getByLabel('Notices say').press('Enter')
    await expect(page.getByLabel('Visitors write')).toBeFocused()
    await expect(page.getByLabel('Visitors write')).toHaveValue('')
  }
  await expect(page.getByRole('rowheader', { name: mark })).toHaveCount(1)
  await expect.poll(foundBySearch).toBe(true)

  await page.getByRole('button', { name: `Delete ${mark}: railway` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this item?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('rowheader', { name: mark })).toHaveCount(0)
  await expect.poll(foundBySearch).toBe(false)
})

test('a mark that no notice has is rejected with the list of marks', async ({ page, mark, sql }) => {
  await page.goto(PATH)
  await page.getByLabel('Visitors write').fill(mark)
  await page.getByLabel('Notices say').fill('#admitcards')
  await page.getByLabel('Notices say').press('Enter')
  const problem = page.getByRole('alert').filter({ hasText: 'no notice has the mark #admitcards' })
  await expect(problem).toContainText('#admit_cards')
  await expect(page.getByLabel('Notices say')).toHaveValue('#admitcards')
  expect(await sql`select from search_words where written = ${mark}`).toHaveLength(0)
  await page.getByLabel('Notices say').fill('#Admit_Cards')
  await page.getByLabel('Notices say').press('Enter')
  await expect(page.getByText(`Added ${mark}: #Admit_Cards`)).toBeVisible()
  await expect(problem).toHaveCount(0)
})

test('a rejected word stays in the form, and the error is shown', async ({ page, mark, consoleErrors }) => {
  await respondWithError(page, { method: 'POST', path: /rest\/v1\/search_words/, message: 'not now' })
  await page.goto(PATH)
  await page.getByLabel('Visitors write').fill(mark)
  await page.getByLabel('Notices say').fill('railway')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Failed to add: not now')).toBeVisible()
  await expect(page.getByLabel('Visitors write')).toHaveValue(mark)
  expectConsoleError(consoleErrors, /status of 400/)
})

test('the page of search words has no axe violations', async ({ page }) => {
  await page.goto(PATH)
  await expect(page.getByRole('rowheader', { name: 'rly', exact: true })).toBeVisible()
  await expectNoViolationsAtBothSizes(page)
})
