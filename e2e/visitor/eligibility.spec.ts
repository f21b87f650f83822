import { atBothSizes, expectNoViolations, expectNoViolationsAtBothSizes } from '#e2e/accessibility/axe.ts'
import { expect, hydrated, settled, test } from './browser-test.ts'
import { answer, ANSWERS, form, mark, NOTICE, only, rowOf, rows, TOO_OLD, withPreferences } from './eligibility.ts'
import { observeShifts, overflowing, sumOfShifts } from './layout.ts'

// Without animations, so that axe does not measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('answers make lists, home page, search, recruitment and notice say who may apply, and are deleted with one tap', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  await page.goto('/jobs')
  await hydrated(page)
  await page.getByRole('main').getByRole('link', { name: 'Am I eligible?' }).click()
  await expect(page).toHaveURL('/am-i-eligible')
  await expect(form(page).getByLabel('Day')).toBeEnabled()
  await answer(page)
  await expect(form(page).getByRole('status')).toHaveText(/^Saved on this device/)
  await expectNoViolationsAtBothSizes(page)

  await page.goto('/jobs')
  await expect(mark(rowOf(page, NOTICE))).toHaveText(TOO_OLD)
  await expect(mark(rowOf(page, '/jobs/upsc-nda-na-i-2027-online-form'))).toHaveText(/^Not eligible: .* age of 19 on /)
  await expect(mark(rows(page).filter({ hasText: 'BPSC 72nd' }))).toHaveText(
    'Not eligible: Needs a graduate; you have 12th',
  )
  await expect(mark(rows(page).filter({ hasText: 'AIIMS CRE-6' }))).toHaveText(/^Eligible: /)
  await expect(mark(rows(page))).toHaveCount(await rows(page).count())
  await expectNoViolationsAtBothSizes(page)

  await rowOf(page, NOTICE).getByRole('link').click()
  await expect(page).toHaveURL(NOTICE)
  const box = page.getByRole('complementary', { name: 'At a glance' }).locator('details')
  await expect(box.locator('summary')).toHaveText(/^Not eligible\d+ years .*over the age of 24/)
  await box.locator('summary').press('Enter')
  await expect(box.getByRole('listitem')).toHaveText([
    /^Age: not eligible\d+ years/,
    'Qualification: not eligibleNeeds a graduate; you have 12th',
    'State: eligibleOpen to all of India',
    'Gender: eligibleOpen to everyone',
  ])
  await expectNoViolationsAtBothSizes(page)

  for (const path of ['/', '/admission', '/search?q=upsc+cds', '/recruitments/ssc-cgl-2026']) {
    await page.goto(path)
    await expect(mark(page.getByRole('main')).first(), path).toHaveText(/^(Eligible|Not eligible|Check): /)
    await atBothSizes(page, async (size) => {
      await expectNoViolations(page, `${path} on ${size}`)
      expect(await overflowing(page), `${path} on ${size}`).toEqual([])
    })
  }
  expect(sent.filter((text) => /1990|bihar|general/i.test(decodeURIComponent(text)))).toEqual([])

  await page.goto('/am-i-eligible')
  await expect(form(page).getByLabel('Year')).toHaveValue('1990')
  await expect(form(page).getByLabel('12th pass')).toBeChecked()
  await form(page).getByRole('button', { name: 'Delete my answers' }).click()
  await expect(form(page).getByRole('status')).toHaveText('Your answers are deleted.')
  await expect(form(page).getByLabel('Year')).toHaveValue('')
  expect(await page.evaluate(() => localStorage.getItem('user_preferences'))).not.toContain('1990')
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain('notice-facts')
  await page.goto('/jobs')
  await hydrated(page)
  await expect(mark(page.getByRole('main'))).toHaveCount(0)
})

test('visitors without answers load nothing for them, and the form needs one that can be right', async ({ page }) => {
  const facts: string[] = []
  page.on('request', (request) => {
    if (/\/rest\/v1\/(jobs|admissions)|follow-profile/.test(request.url())) facts.push(request.url())
  })
  await page.goto('/jobs')
  await hydrated(page)
  await expect(page.locator('.banners')).toBeAttached()
  await expect(page.getByRole('main').getByRole('link', { name: 'Am I eligible?' })).toBeVisible()
  expect(facts).toEqual([])

  await page.goto('/am-i-eligible')
  await expect(form(page).getByLabel('Day')).toBeEnabled()
  await form(page).getByRole('button', { name: 'Save on this device' }).click()
  await expect(form(page).getByRole('status')).toHaveText('Answer at least one question.')
  for (const [day, month, year] of [
    ['30', '2', '2000'],
    ['1', '1', '2099'],
    ['1', '1', '1899'],
    ['x', '', ''],
    ['', '', '2000'],
  ]) {
    await form(page)
      .getByLabel('Day')
      .fill(day ?? '')
    await form(page)
      .getByLabel('Month')
      .fill(month ?? '')
    await form(page)
      .getByLabel('Year')
      .fill(year ?? '')
    // By keyboard, from the last field.
    await form(page).getByLabel('Year').press('Enter')
    await expect(form(page).getByText(/^There is no such day/)).toBeVisible()
    await expect(form(page).getByLabel('Day')).toBeFocused()
  }
  await expectNoViolations(page)
  expect(page.url()).not.toContain('?')
  expect(await page.evaluate(() => localStorage.getItem('user_preferences') ?? '')).not.toContain('profile')
})

test('rows are hidden only when asked for, with their number, until they are shown again', async ({ page }) => {
  await withPreferences(page, { profile: ANSWERS })
  await page.goto('/jobs')
  await expect(mark(rows(page)).first()).toBeVisible()
  const all = await rows(page).count()
  await expect(rows(page).filter({ visible: true })).toHaveCount(all)
  const excluded = await page.locator('.eligibility-mark.no').count()
  expect(excluded).toBeGreaterThan(0)
  expect(excluded).toBeLessThan(all)
  await page.getByRole('main').getByRole('link', { name: 'Am I eligible?' }).focus()
  await page.keyboard.press('Tab')
  await expect(only(page)).toBeFocused()
  await page.keyboard.press('Space')
  const status = page.locator('.only-eligible output')
  await expect(status).toHaveText(`${excluded} hidden here`)
  await expect(rows(page).filter({ visible: true })).toHaveCount(all - excluded)
  await expectNoViolations(page)

  // Remembered: on the next document, on a swapped page, and for further rows.
  await page.reload()
  await expect(only(page)).toBeChecked()
  await expect(status).toHaveText(`${excluded} hidden here`)
  await expect(rows(page).filter({ visible: true })).toHaveCount(all - excluded)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect.poll(() => rows(page).count()).toBeGreaterThan(all)
  await expect(mark(rows(page))).toHaveCount(await rows(page).count())
  await expect(status).toHaveText(`${await page.locator('.eligibility-mark.no').count()} hidden here`)

  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill('upsc')
  await expect(page.locator('#list-status')).toHaveText(/for "upsc"$/)
  await expect(mark(rows(page))).toHaveCount(await rows(page).count())
  await search.fill('')
  await expect(rowOf(page, NOTICE)).toBeHidden()
  await only(page).uncheck()
  await expect(status).toHaveText('')
  await expect(rowOf(page, NOTICE)).toBeVisible()
  await page.reload()
  await expect(mark(rowOf(page, NOTICE))).toHaveText(TOO_OLD)
  await expect(only(page)).not.toBeChecked()
})

test('a page that opens with hidden rows decides them without waiting until it is idle', async ({ page }) => {
  await withPreferences(page, { profile: ANSWERS, only_eligible: true })
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0
  })
  await page.goto('/jobs')
  await expect(page.locator('.only-eligible output')).toHaveText(/^[1-9]\d* hidden here$/)
  await expect(mark(rows(page))).toHaveCount(await rows(page).count())
  await expect(rowOf(page, NOTICE)).toBeHidden()
})

test('nothing moves when marks and the box of a notice arrive @both', async ({ page }) => {
  await withPreferences(page, { profile: ANSWERS })
  await observeShifts(page)
  const paths = { '/jobs': '.eligibility-mark', [NOTICE]: '.eligibility-box' }
  for (const [path, selector] of Object.entries(paths)) {
    await page.goto(path)
    await expect(page.locator(selector).first(), path).toBeAttached()
    expect(await sumOfShifts(page), path).toBe(0)
  }
})

test('marks follow the answers of another tab', async ({ page, context }) => {
  await page.goto('/jobs')
  await hydrated(page)
  await expect(page.locator('.banners')).toBeAttached()
  const other = await context.newPage()
  await other.goto('/am-i-eligible')
  await expect(form(other).getByLabel('Day')).toBeEnabled()
  await answer(other)
  await expect(mark(rowOf(page, NOTICE))).toHaveText(TOO_OLD)

  // Other preferences that a tab stores do not empty a form that is being filled in.
  await form(other).getByLabel('Year').fill('2003')
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('user_preferences') ?? '{}') as object
    localStorage.setItem('user_preferences', JSON.stringify({ ...stored, fee_category: 'Female' }))
  })
  await settled(other)
  await expect(form(other).getByLabel('Year')).toHaveValue('2003')
  await form(other).getByRole('button', { name: 'Save on this device' }).click()
  await expect(mark(rowOf(page, NOTICE))).toHaveText('Not eligible: Needs a graduate; you have 12th')

  // A form that is open elsewhere shows them, too.
  await page.goto('/am-i-eligible')
  await expect(form(page).getByLabel('Year')).toHaveValue('2003')
  await form(other).getByRole('button', { name: 'Delete my answers' }).click()
  await expect(form(page).getByLabel('Year')).toHaveValue('')
})
