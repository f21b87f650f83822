import type { Page } from '@playwright/test'
import { monthOf, neighbour, weekOf } from '#domain/calendar-period.ts'
import { formatDay, indianDay, longMonth } from '#domain/dates.ts'
import { expect, hydrated, isPhone, test } from './browser-test.ts'

const today = indianDay(Date.now())
const nextMonth = neighbour(monthOf(today), 1)

const main = (page: Page) => page.getByRole('main')
const entries = (page: Page) => main(page).locator('#calendar li span')
const cellOfToday = (page: Page) => main(page).locator('#calendar td[aria-current="date"]')

test('the calendar marks today, and is a table on laptops and a list of days on phones @both', async ({
  page,
  viewport,
}) => {
  await page.goto('/calendar')
  await hydrated(page)
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(longMonth(today))
  await expect(cellOfToday(page)).toContainText('Today')
  await expect(cellOfToday(page).locator('time')).toHaveAttribute('datetime', today)
  const friday = main(page).locator('#calendar thead th', { hasText: 'Friday' })
  await expect(friday).toBeVisible({ visible: !isPhone(viewport) })
  const days = main(page)
    .locator('#calendar td')
    .filter({ has: page.locator('li'), visible: true })
  expect(await days.count()).toBeGreaterThan(20)
  const further = await days.getByRole('link', { name: / more on / }).allInnerTexts()
  expect(further.length).toBeGreaterThan(1)
  expect(new Set(further).size, 'each link says which day it leads to').toBe(further.length)
  const boxes = await days.evaluateAll((all) => all.slice(0, 8).map((cell) => cell.getBoundingClientRect().top))
  expect(new Set(boxes).size === boxes.length, 'phones show each day below the other').toBe(isPhone(viewport))
  await main(page).getByRole('link', { name: 'Today', exact: true }).click()
  await expect(cellOfToday(page)).toBeInViewport()
})

test('the calendar is filtered and turned with the keyboard alone, and keeps its filter', async ({ page }) => {
  await page.goto('/calendar')
  await hydrated(page)
  const type = main(page).getByRole('combobox', { name: 'Dates' })
  await type.focus()
  await page.keyboard.press('E')
  await expect(type).toHaveValue('exam')
  await page.keyboard.press('Tab')
  await expect(main(page).getByRole('combobox', { name: 'Of' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(main(page).getByRole('combobox', { name: 'Qualification' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(main(page).getByRole('combobox', { name: 'State' })).toBeFocused()
  await page.keyboard.press('Tab')
  const requested = page.waitForRequest(/\/calendar\?/)
  await page.keyboard.press('Enter')
  expect(new URL((await requested).url()).search, 'without empty values, so that nothing is redirected').toBe(
    '?type=exam',
  )
  await expect(page).toHaveURL('/calendar?type=exam')
  await expect(main(page)).toContainText('Exams of the notices on this site')
  const labels = new Set(await entries(page).allInnerTexts())
  expect(labels.size).toBeGreaterThan(0)
  for (const label of labels) expect(label).toMatch(/exam/i)

  await main(page)
    .getByRole('link', { name: longMonth(nextMonth.first) })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/calendar/${nextMonth.name}?type=exam`)
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(longMonth(nextMonth.first))
  await expect(type).toHaveValue('exam')
  await expect(main(page).getByRole('link', { name: 'Subscribe', exact: true })).toHaveAttribute(
    'href',
    /^webcals?:\/\/[^/]+\/calendar\.ics\?type=exam$/,
  )
})

test.describe('the calendar without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('without JavaScript the calendar leads from a month to a week, a day and a notice, and is filtered', async ({
    page,
  }) => {
    await page.goto('/calendar')
    await main(page).getByRole('link', { name: 'Week by week' }).click()
    await expect(page).toHaveURL(`/calendar/${weekOf(today).name}`)
    await expect(cellOfToday(page)).toBeVisible()

    await main(page).getByRole('combobox', { name: 'Dates' }).selectOption('Last dates')
    await main(page).getByRole('combobox', { name: 'Of' }).selectOption('Jobs')
    await main(page).getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(`/calendar/${weekOf(today).name}?type=last-date&kind=jobs`)
    await expect(entries(page).first()).toBeVisible()
    const labels = await entries(page).allInnerTexts()
    for (const label of labels) expect(label).toMatch(/^Last date/)

    const day = main(page).locator('#calendar td > a').first()
    const address = await day.getAttribute('href')
    await day.click()
    await expect(page).toHaveURL(address ?? '')
    const notice = main(page).locator('#calendar li a').first()
    const title = await notice.innerText()
    await notice.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const shown = formatDay(address?.slice(10, 20) ?? '')
    await expect(main(page).getByRole('table', { name: 'Important dates' })).toContainText(shown)
  })
})

test('the calendar is filtered by qualification and state as lists are, and so is its subscription', async ({
  page,
}) => {
  await page.goto('/calendar')
  await hydrated(page)
  await main(page).getByRole('combobox', { name: 'Qualification' }).selectOption('10th pass')
  await main(page).getByRole('combobox', { name: 'State' }).selectOption('Bihar')
  await main(page).getByRole('button', { name: 'Show' }).click()
  await expect(main(page)).toContainText('All dates (10th pass, Bihar) of the notices on this site')
  const shown = await main(page)
    .locator('#calendar li a[href^="/jobs/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(shown.length).toBeGreaterThan(0)
  const subscription = main(page).getByRole('link', { name: 'Subscribe', exact: true })
  await expect(subscription).toHaveAttribute('href', /\/calendar\.ics\?qualification=10th&state=bihar$/)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /^noindex/)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/calendar$/)

  await page.goto('/jobs?qualification=10th&state=bihar')
  const listed = await main(page)
    .locator('#list-rows li a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(listed).toEqual(expect.arrayContaining([...new Set(shown)]))
})

test('a period without dates says so', async ({ page }) => {
  const far = `${Number(today.slice(0, 4)) + 2}-01`
  await page.goto(`/calendar/${far}?type=answer-key`)
  await expect(main(page)).toContainText('No dates are known for this month.')
})
