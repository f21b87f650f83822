import { expect, test } from './browser-test.ts'
import { card, saveJob } from './saved.ts'

test('of many saved notices only the one that is changed is made again', async ({ page }) => {
  await saveJob(page)
  await page.evaluate(() => {
    const [, text = ''] = Object.entries(localStorage).find(([name]) => name.startsWith('saved_notice ')) ?? []
    for (let number = 1; number < 50; number += 1) {
      const entry = JSON.parse(text) as { state: { id: string; path: string } }
      Object.assign(entry.state, { id: `jobs:${900_000_000 + number}`, path: `/jobs/copy-${number}` })
      localStorage.setItem(`saved_notice ${entry.state.id}`, JSON.stringify(entry))
    }
  })
  await page.route('**/saved/states', (route) => route.fulfill({ json: { readAt: Date.now(), states: {} } }))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No longer on this site' })).toBeVisible()
  await expect(page.locator('.saved-card')).toHaveCount(50)
  await page.evaluate(() => {
    const { documentElement: root } = document
    const create = document.createElement.bind(document)
    root.dataset['fields'] = '0'
    document.createElement = (tag: string) => {
      if (tag === 'textarea') root.dataset['fields'] = String(Number(root.dataset['fields']) + 1)
      return create(tag)
    }
  })
  const made = () => page.locator('html').getAttribute('data-fields')
  const last = page.locator('.saved-card').last()
  await last.getByRole('checkbox').check()
  await last.getByLabel('Application number').fill('A 12/34')
  await expect(page.getByRole('button', { name: 'Applied 1', exact: true })).toBeVisible()
  expect(await made()).toBe('1')
  await last.getByLabel('Note').fill('Photo')
  await page.locator('.saved-card').first().getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.saved-card')).toHaveCount(50)
  await expect(last.getByLabel('Application number')).toHaveValue('A 12/34')
  await expect(last.getByLabel('Note')).toHaveValue('Photo')
  expect(Number(await made()), 'those of the notices that were typed into, removed and restored').toBeLessThan(5)
})

test('a tick that cannot be stored is taken back on screen', async ({ page }) => {
  await saveJob(page)
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await card(page).getByRole('checkbox').click()
  await expect(page.getByText('Your last change is not stored.')).toBeVisible()
  await expect(card(page).getByRole('checkbox')).not.toBeChecked()
})

test('what was done is announced in an element that is there before', async ({ page }) => {
  await page.goto('/saved')
  await expect(page.getByRole('heading', { name: 'Nothing is saved yet' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toBeEmpty()
})
