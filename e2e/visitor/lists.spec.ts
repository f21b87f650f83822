import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { SAMPLE_ROWS } from '#test/sample-rows.ts'
import { expect, hold, hydrated, linesOf, test } from './browser-test.ts'

for (const kind of CONTENT_KINDS) {
  test(`${kind.label}: the search box searches the database, and all rows load on demand, each once`, async ({
    page,
  }) => {
    await page.goto(kind.listPath)
    await hydrated(page)
    const main = page.getByRole('main')
    const rows = main.locator('.notice-card')
    const total = SAMPLE_ROWS[kind.table]
    await expect(rows).toHaveCount(Math.min(kind.pageSize, total))
    const first = await rows.first().innerText()
    const history = await page.evaluate(() => window.history.length)
    const box = main.getByRole('searchbox')

    await test.step('the search box', async () => {
      await box.fill('2026')
      await expect(page).toHaveURL(kind.searchInAddress ? `${kind.listPath}?search=2026` : kind.listPath)
      await box.fill('zzz "nothing" 100%')
      await expect(page.getByText(`No ${kind.plural} match "zzz "nothing" 100%"`)).toBeVisible()
      await expect(page.getByRole('heading', { name: `No ${kind.plural} found` })).toBeVisible()
      await box.fill('2026')
      await expect(main.getByRole('status'), 'screen readers announce the count').toHaveText(/^\d+ .+ for "2026"$/)
      await box.fill('')
      await expect(rows.first()).toHaveText(first, { useInnerText: true })
      await expect(page).toHaveURL(kind.listPath)
      expect(await page.evaluate(() => window.history.length), 'typing replaces, never pushes').toBe(history)
    })

    await test.step('more rows', async () => {
      await expect(rows).toHaveCount(Math.min(kind.pageSize, total))
      const more = main.getByRole('link', { name: /^Show more/ })
      while (await more.isVisible()) {
        const before = await rows.count()
        await more.click()
        await expect(rows).not.toHaveCount(before)
      }
      await expect(rows).toHaveCount(total)
      const links = await rows.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(links).toHaveLength(total)
      expect(new Set(links).size).toBe(total)
      await expect(page).toHaveURL(kind.listPath)
    })
  })
}

test('jobs: the search text in the address is searched, shown and restored after going back', async ({ page }) => {
  await page.goto('/jobs?search=railway')
  await hydrated(page)
  const box = page.getByRole('main').getByRole('searchbox')
  await expect(box).toHaveValue('railway')
  const rows = page.getByRole('main').locator('.notice-card')
  const found = 4
  await expect(rows).toHaveCount(found)
  await rows.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/jobs\/[a-z0-9-]+$/)
  await page.goBack()
  await expect(page).toHaveURL('/jobs?search=railway')
  await expect(box).toHaveValue('railway')
  await expect(rows).toHaveCount(found)
})

test('jobs: an older response does not overwrite a newer one', async ({ page }) => {
  const rows = page.getByRole('main').locator('.notice-card')
  await page.goto('/jobs?search=bank')
  const bank = await rows.first().innerText()
  await page.goto('/jobs')
  await hydrated(page)
  const release = await hold(page, /search=upsc/)
  const box = page.getByRole('main').getByRole('searchbox')
  const slow = page.waitForRequest(/search=upsc/)
  await box.fill('upsc')
  await slow
  await box.fill('bank')
  await expect(rows.first()).toHaveText(bank, { useInnerText: true })
  await release()
  await expect(rows.first()).toHaveText(bank, { useInnerText: true })
  await expect(box).toHaveValue('bank')
})

test('lists: typed words find what they mean, apart from what has the text @both', async ({ page }) => {
  for (const [path, searches] of [
    [
      '/jobs',
      [
        ['sscgd', 'SSC GD Constable 2027'],
        ['CHSL 10+2', 'SSC CHSL (10+2) 2026'],
        ['group d railway', 'Railway RRB Group D'],
        ['दसवीं पास', 'SSC MTS & Havaldar'],
        ['10th pass havaldar', 'SSC MTS & Havaldar'],
      ],
    ],
    [
      '/admit-card',
      [
        ['ssc cgl admit card', 'SSC CGL Tier I Admit Card 2026'],
        ['railway ntpc ka pravesh patra', 'Railway RRB NTPC CBT 2'],
      ],
    ],
  ] as const) {
    await page.goto(path)
    await hydrated(page)
    const main = page.getByRole('main')
    for (const [text, title] of searches) {
      await main.getByRole('searchbox').fill(text)
      const close = main.getByRole('region', {
        name: new RegExp(`^\\d+ close match(es)? for "${text.replace('+', '\\+')}"$`),
      })
      await expect(close.locator('.notice-card').filter({ hasText: title }).first()).toBeVisible()
      await expect(main.locator('#list-rows > .notice-list')).toHaveCount(0)
      await expect(main.getByRole('heading', { name: /^No .+ found$/ })).toBeVisible()
    }
    await expectNoViolations(page)
    await main.getByRole('searchbox').fill('2026')
    await expect(main.getByText('close match')).toHaveCount(0)
  }
})

for (const [what, path, address] of [
  ['a list', '/results', '/results'],
  ['a section of the home page', '/', '/sections/results'],
] as const) {
  test(`${what} is searched 300 milliseconds after the last key, and at once when emptied`, async ({ page, clock }) => {
    await clock.install()
    await page.goto(path)
    await hydrated(page)
    const searched: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === address && searchParams.has('search')) searched.push(searchParams.get('search') ?? '')
    })
    const box =
      path === '/'
        ? page.getByRole('region', { name: 'Results', exact: true }).getByRole('searchbox')
        : page.getByRole('main').getByRole('searchbox')
    await box.click()
    await clock.pauseAt(Date.now() + 60_000)
    for (const key of ['r', 'r', 'b']) {
      await page.keyboard.type(key)
      await clock.runFor(299)
    }
    expect(searched, 'not while keys are pressed').toEqual([])
    await clock.runFor(1)
    await expect.poll(() => searched).toEqual(['rrb'])
    await expect(page.locator('form[data-shown="rrb"]')).toHaveCount(1)
    const emptied = page.waitForRequest((request) => {
      const { pathname, search } = new URL(request.url())
      return pathname === address && search === ''
    })
    await box.fill('')
    await clock.runFor(1)
    await emptied
  })
}

test('jobs: every card shows the last date to apply', async ({ page }) => {
  await page.goto('/jobs')
  const written = /Apply Last Date\s+(\d\d-\d\d-\d{4}|To be announced)/
  await expect(page.getByRole('main').locator('.notice-card')).toHaveText(Array.from({ length: 25 }, () => written))
})

test('jobs: the days that are left stand in one line @laptop', async ({ page }) => {
  await page.goto('/jobs')
  const left = page.locator('.notice-card .days-left').first()
  await page
    .locator('.notice-card .last-date')
    .first()
    .evaluate((date) => {
      date.parentElement?.querySelector('.days-left')?.remove()
      date.after(
        Object.assign(document.createElement('span'), { className: 'days-left', textContent: 'last day today' }),
      )
    })
  expect(await linesOf(left)).toBe(1)
})

test('documents: external links open a new tab, others a detail page', async ({ page }) => {
  await page.goto('/documents')
  const rows = page.getByRole('main').locator('.notice-card')
  const external = rows.filter({ hasText: 'External Link' }).first().getByRole('link')
  await expect(external).toHaveAttribute('target', '_blank')
  await expect(external).toHaveAttribute('rel', /noopener noreferrer/)
  await expect(external).toHaveAttribute('href', /^https:/)
  const own = rows
    .filter({ has: page.getByText('Document', { exact: true }) })
    .first()
    .getByRole('link')
  await expect(own).toHaveAttribute('href', /^\/documents\//)
})

test('the heading of results has the current year in India', async ({ page }) => {
  await page.goto('/results')
  const year = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: 'Asia/Kolkata' }).format(new Date())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Latest Government Exam Results ${year}`)
})

test('twelve placeholder tiles are shown while a list loads', async ({ page }) => {
  await page.goto('/jobs')
  await hydrated(page)
  const release = await hold(page, /\/results$/)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/results', textContent: 'to the results' })
    document.querySelector('main')?.prepend(link)
  })
  await page.getByText('to the results').click()
  await expect(page.locator('.skeleton-tile')).toHaveCount(12)
  await release()
  await expect(page.getByRole('main').locator('.notice-card').first()).toBeVisible()
  await expect(page.locator('.skeleton-tile')).toHaveCount(0)
})
