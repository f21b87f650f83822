import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { expect, hydrated, test } from './browser-test.ts'
import { choose, fieldOf, main, openPanel, panel, results, total } from './filters.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('results of the search of the whole site are filtered, and the counts are what one gets @both', async ({
      page,
    }) => {
      await page.goto('/search?q=recruitment')
      if (javaScriptEnabled) await hydrated(page)
      await openPanel(page)
      const qualification = await choose(page, 'Qualification', /^Graduate \(/)
      await panel(page).getByRole('button', { name: 'Show' }).click()
      await expect(page).toHaveURL('/search?q=recruitment&qualification=graduate')
      await expect(main(page).getByRole('status')).toHaveText(`${qualification.notices} results for "recruitment"`)
      expect(await total(page)).toBe(qualification.notices)
      await expect(results(page)).toHaveCount(Math.min(100, qualification.notices))
      await expect(main(page).getByText('Only jobs and admissions are filtered and sorted.')).toBeVisible()

      await openPanel(page)
      const reserved = await choose(page, 'Posts reserved for', /^OBC/)
      await fieldOf(page, 'Sort by').selectOption('Closing soonest')
      await panel(page).getByRole('button', { name: 'Show' }).click()
      await expect(page).toHaveURL('/search?q=recruitment&qualification=graduate&posts-for=obc&sort=closing')
      await expect(results(page)).toHaveCount(reserved.notices)
      const areClosed = (await results(page).allTextContents()).map((text) => text.includes('Closed'))
      expect(areClosed.map(Number).join(''), 'closed ones are last').toMatch(/^0*1*$/)

      const jobs = main(page).getByRole('button', { name: /^Latest Jobs/ })
      const ofJobs = Number.parseInt((await jobs.innerText()).replace(/\D+/, ''), 10)
      await jobs.click()
      await expect(page).toHaveURL(
        '/search?q=recruitment&category=jobs&qualification=graduate&posts-for=obc&sort=closing',
      )
      await expect(results(page)).toHaveCount(ofJobs)
      await main(page).getByRole('link', { name: 'Remove Graduate' }).click()
      await expect(page).toHaveURL('/search?q=recruitment&category=jobs&posts-for=obc&sort=closing')
      await main(page).getByRole('link', { name: 'Clear all' }).click()
      await expect(page).toHaveURL('/search?q=recruitment&category=jobs')
      await expect(main(page).locator('.chosen-filters')).toHaveCount(0)
      await page.goto('/search?q=recruitment&category=results')
      await expect(panel(page)).toHaveCount(0)
    })

    test('a text that hardly any notice has means the same under filters, in lists and in the search', async ({
      page,
    }) => {
      for (const address of ['/jobs/graduate?search=recrutment', '/search?q=recrutment&qualification=graduate']) {
        await page.goto(address)
        const all = await total(page)
        expect(all, address).toBeGreaterThan(3)
        await expect(main(page).getByRole('heading', { name: `${all} close matches for "recrutment"` })).toBeVisible()
        const shown = main(page).locator('.close-matches li[data-id]')
        await expect(shown).toHaveCount(Math.min(address.startsWith('/jobs') ? 25 : 100, all))
        await expect(shown.first()).toContainText(/recruitment/i)
        await expect(main(page).getByText(/^No /)).toHaveCount(0)
      }
    })
  })
}

test('filters of the search are operated by keyboard, and axe finds no violations in them @both', async ({ page }) => {
  await page.goto('/search?q=recruitment&qualification=graduate&sort=newest')
  await hydrated(page)
  await panel(page).locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(fieldOf(page, 'State')).toBeVisible()
  await expectNoViolations(page)
  await panel(page).getByRole('spinbutton', { name: 'Your age' }).fill('20')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=recruitment&qualification=graduate&age=20&sort=newest')
})
