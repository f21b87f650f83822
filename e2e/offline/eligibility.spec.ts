import { ANSWERS, mark, NOTICE, rowOf, TOO_OLD, withPreferences } from '#e2e/visitor/eligibility.ts'
import { allowConsoleError, controlled, deviceNetwork, expect, FAILURES, LIST, stored, test } from './app-journey.ts'

test('marks and the box of a notice are there offline, from the facts that were read before', async ({
  page,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, FAILURES)
  await withPreferences(page, { profile: ANSWERS })
  const network = await deviceNetwork(page)
  await page.goto(LIST)
  await controlled(page)
  await expect(mark(rowOf(page, NOTICE))).toHaveText(TOO_OLD)
  await rowOf(page, NOTICE).getByRole('link').click()
  await expect(page).toHaveURL(NOTICE)
  await stored(page, LIST)
  await stored(page, NOTICE)

  await network.takeAway()
  await page.goto(LIST)
  await network.takeAway()
  await expect(page.locator('main > .saved-copy')).toBeVisible()
  await expect(mark(rowOf(page, NOTICE))).toHaveText(TOO_OLD)
  await page.goto(NOTICE)
  await network.takeAway()
  await expect(page.locator('.eligibility-box summary')).toHaveText(/^Not eligible\d+ years/)
  await page.locator('.eligibility-box summary').click()
  await expect(page.getByText('Needs a graduate; you have 12th')).toBeVisible()
  await network.giveBack()
})
