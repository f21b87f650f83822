import { card, openSaved, openWithStars, TITLE } from '#e2e/visitor/saved.ts'
import {
  allowConsoleError,
  controlled,
  deviceNetwork,
  expect,
  FAILURES,
  LIST,
  NOTICE,
  stored,
  test,
} from './app-journey.ts'

test.beforeEach(({ consoleErrors }) => allowConsoleError(consoleErrors, FAILURES))

test('saved notices open offline before their page was visited, and their notes are written there', async ({
  page,
}) => {
  const network = await deviceNetwork(page)
  await openWithStars(page, LIST)
  await controlled(page)
  await stored(page, '/saved')
  await page.locator(`.notice-card:has(a[href="${NOTICE}"]) .star`).click()
  await network.takeAway()
  await page.goto('/saved')
  await network.takeAway()
  await expect(card(page)).toBeVisible()
  await expect(card(page)).toContainText('Last date to apply')
  await expect(page.getByText('Dates are read when there is a network.')).toBeVisible()
  await expect(page.locator('.saved-copy')).toHaveCount(0)
  await card(page).getByLabel('Note').fill('Written in the train')
  await page.reload()
  await network.takeAway()
  await expect(card(page).getByLabel('Note')).toHaveValue('Written in the train')
  await network.giveBack()
  await expect(page.getByText(/^Dates as of \d{1,2}:\d\d (AM|PM)$/)).toBeVisible()
})

test('saved notices say offline from when their dates are', async ({ page }) => {
  const network = await deviceNetwork(page)
  await openWithStars(page, NOTICE)
  await controlled(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await openSaved(page)
  await controlled(page)
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(localStorage)) {
      if (!key.startsWith('saved_notice ')) continue
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), readAt: Date.parse('2026-01-20T01:32:00Z') }))
    }
  })
  await network.takeAway()
  await page.reload()
  await network.takeAway()
  await expect(page.getByText('Dates as of 20-01-2026 7:02 AM')).toBeVisible()
  await expect(card(page).getByRole('link', { name: TITLE })).toBeVisible()
})
