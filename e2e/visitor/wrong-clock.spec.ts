import { hideServerTime, setClock } from '#e2e/clocks.ts'
import { addDays, formatDay, indianDay } from '#domain/dates.ts'
import { expect, expectConsoleError, test } from './browser-test.ts'
import { card, changeEntry, saveJob } from './saved.ts'

const DAY = 86_400_000

// Source: docs/behaviour/notices.md#wrong-clocks-of-visitors
for (const [name, days] of [
  ['ahead', 3],
  ['behind', -3],
] as const)
  test(`on a phone whose clock is days ${name}, the age is that of the present day`, async ({ page }) => {
    await setClock(page, days * DAY)
    await page.goto('/age-calculator')
    const on = page.getByRole('group', { name: 'Age as on' })
    await expect(on.getByLabel('Day')).toBeEnabled()
    const written = await Promise.all(['Year', 'Month', 'Day'].map((label) => on.getByLabel(label).inputValue()))
    expect(written.join('-')).toBe(indianDay(Date.now()))
  })

for (const [name, days, isTold] of [
  ['ahead', 3, true],
  ['behind', -3, true],
  ['behind, and which no answer corrects', -3, false],
] as const)
  test(`on a phone whose clock is days ${name}, the days of saved notices are counted from the present one`, async ({
    page,
    consoleErrors,
  }) => {
    expectConsoleError(consoleErrors, /ERR_FAILED/)
    await saveJob(page)
    const last = addDays(indianDay(Date.now()), 1)
    await changeEntry(page, ({ state }) => {
      state.dates = [{ label: 'Last date to apply', day: last, text: formatDay(last), isDeadline: true }]
    })
    if (!isTold) await hideServerTime(page)
    await page.route('**/saved/states', (route) => route.abort())
    await setClock(page, days * DAY)
    await page.goto('/saved')
    await expect(card(page).locator('.next')).toHaveText(`Last date to apply tomorrow ${formatDay(last)}`)
  })
