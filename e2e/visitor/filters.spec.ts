import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { expect, hydrated, test } from './browser-test.ts'
import { choose, fieldOf, main, openPanel, panel, rows, total } from './filters.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a list is filtered, each filter is removed by its chip, and the counts are what one gets @both', async ({
      page,
    }) => {
      await page.goto('/jobs')
      if (javaScriptEnabled) await hydrated(page)
      await openPanel(page)
      const qualification = await choose(page, 'Qualification', /^Graduate \(/)
      await panel(page).getByRole('button', { name: 'Show' }).click()
      await expect(page).toHaveURL('/jobs/graduate')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Graduate jobs')
      expect(await total(page)).toBe(qualification.notices)
      await expect(rows(page)).toHaveCount(Math.min(25, qualification.notices))

      await openPanel(page)
      const fee = await choose(page, 'Fee', /^No fee/)
      await panel(page).getByRole('button', { name: 'Show' }).click()
      await expect(page).toHaveURL('/jobs?qualification=graduate&fee=free')
      expect(await total(page)).toBe(fee.notices)
      expect(fee.notices).toBeLessThan(qualification.notices)

      await main(page).getByRole('link', { name: 'Remove Graduate' }).click()
      await expect(page).toHaveURL('/jobs?fee=free')
      await main(page).getByRole('link', { name: 'Clear all' }).click()
      await expect(page).toHaveURL('/jobs')
      await expect(main(page).locator('.chosen-filters')).toHaveCount(0)
    })

    test('closed notices come last, and closing soonest is in the order of last dates', async ({ page }) => {
      await page.goto('/jobs?sort=closing')
      const dates = await main(page).locator('.notice-card .last-date b').allTextContents()
      const days = dates.map((text) => (/^\d/.test(text) ? text.split('-').reverse().join('-') : '9999'))
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
      const open = days.filter((day) => day >= today)
      expect(open.length).toBeGreaterThan(3)
      expect(days.slice(0, open.length)).toEqual(open.toSorted())
    })

    test('what does not state a fact is counted and can be included', async ({ page }) => {
      await page.goto('/jobs?category=obc&age=27')
      await expect(page).toHaveURL('/jobs?age=27&category=obc')
      const before = await total(page)
      const line = await main(page).locator('.chosen-filters p').first().innerText()
      const [, more] = /\. (\d+) jobs? do(?:es)? not state/.exec(line) ?? []
      await main(page).getByRole('link', { name: 'Include them' }).click()
      await expect(page).toHaveURL('/jobs?age=27&category=obc&unstated=1')
      expect(await total(page)).toBe(before + Number(more))
      await main(page).getByRole('link', { name: 'Leave them out' }).click()
      await expect(page).toHaveURL('/jobs?age=27&category=obc')
    })

    test('a text is searched under the filters', async ({ page }) => {
      await page.goto('/jobs/graduate')
      if (javaScriptEnabled) await hydrated(page)
      const all = await total(page)
      const box = main(page).getByRole('searchbox')
      await box.fill('bank')
      await box.press('Enter')
      await expect(page).toHaveURL('/jobs/graduate?search=bank')
      await expect(main(page).getByRole('status')).toHaveText(/^\d+ jobs? for "bank"$/)
      await expect.poll(() => rows(page).count()).toBeLessThan(all)
      expect(await total(page), 'the total follows the text').toBe(await rows(page).count())
      const clear = main(page).getByRole('link', { name: 'Clear all' })
      await expect(clear, 'the text is not lost').toHaveAttribute('href', '/jobs?search=bank')
    })
  })
}

test('the panel is operated by keyboard, and axe finds no violations in it @both', async ({ page }) => {
  await page.goto('/jobs?qualification=graduate&state=goa')
  await hydrated(page)
  await panel(page).locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(fieldOf(page, 'State')).toBeVisible()
  await expectNoViolations(page)
  await panel(page).getByRole('spinbutton', { name: 'Your age' }).fill('20')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/jobs?qualification=graduate&state=goa&age=20')
})

test('a filtered page has no more room than the screen @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/jobs?', '/search?q=recruitment&']) {
    await page.goto(`${path}qualification=graduate&state=goa&closing=week`)
    await openPanel(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})

test('a choice that was not applied is not restored by the browser behind the closed panel', async ({ page }) => {
  for (const path of ['/jobs', '/search?q=recruitment', '/calendar']) {
    await page.goto(path)
    await hydrated(page)
    if (path !== '/calendar') await openPanel(page)
    const state = main(page).getByRole('combobox', { name: 'State', exact: true })
    await state.selectOption({ index: 2 })
    // Chromium restores fields when one comes back from another site, Firefox also with a reload.
    await page.goto('about:blank')
    await page.goBack()
    await expect(main(page).locator('select[name="state"]'), path).toHaveValue('')
  }
})
