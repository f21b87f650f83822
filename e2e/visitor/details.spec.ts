import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { hideServerTime } from '#e2e/clocks.ts'
import { expect, expectConsoleError, hydrated, test } from './browser-test.ts'

for (const kind of CONTENT_KINDS) {
  test(`${kind.label}: a detail page has breadcrumb, heading with focus and share links`, async ({ page }) => {
    await page.goto(kind.listPath)
    await hydrated(page)
    const row = page.getByRole('main').locator(`a[href^="${kind.detailFolder}/"]`).first()
    await row.click()
    await expect(page).toHaveURL(new RegExp(`^[^?]+${kind.detailFolder}/[a-z0-9-]+$`))
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(
      main.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: kind.label }),
    ).toBeVisible()
    await expect(main.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute('href', /wa\.me.*%2F/)
    await expect(main.getByRole('link', { name: /Telegram/ })).toHaveAttribute('href', /t\.me\/share/)
    const external = await main.locator('a[href^="http"]').all()
    expect(external.length, 'more than the two share links').toBeGreaterThan(2)
    for (const link of external) {
      await expect(link).toHaveAttribute('rel', /noopener/)
    }
  })
}

test('the detail page of a job shows every section that its data has', async ({ page }) => {
  await page.goto('/jobs/upsc-cds-i-2027-online-form')
  const main = page.getByRole('main')
  for (const name of [
    'Important dates',
    'Vacancies',
    'Eligibility',
    'Fees',
    'Age limits',
    'Selection process',
    'Questions',
    'How to apply',
  ]) {
    await expect(main.getByRole('heading', { name, exact: true }), name).toBeVisible()
  }
  await expect(main.getByText('Applications open')).toBeVisible()
  await expect(main.getByRole('link', { name: /^Click Here/ })).toHaveAttribute('href', 'https://upsconline.nic.in/')
  await expect(main.getByRole('table', { name: /Vacancies/ }).getByText('Indian Naval Academy, Ezhimala')).toBeVisible()
  await expect(main.getByText('SSB interview')).toBeVisible()
})

test('the detail page of a job shows its location and its advertisement number', async ({ page }) => {
  await page.goto('/jobs/sbi-clerk-junior-associate-recruitment-2026-online-form')
  const fact = (name: string) =>
    page.getByRole('complementary', { name: 'At a glance' }).locator('.fact-list div').filter({ hasText: name })
  await expect(fact('Location').locator('dd')).toHaveText('All India')
  await expect(fact('Advertisement number').locator('dd')).toHaveText('CRPD/CR/2026-27/11')
})

test('the detail page of a job shows whom it is for, and vacancies, ages and fees by category', async ({ page }) => {
  await page.goto('/jobs/sbi-clerk-junior-associate-recruitment-2026-online-form')
  const main = page.getByRole('main')
  const card = main.getByRole('complementary', { name: 'At a glance' })
  for (const [label, value] of [
    ['Qualification', 'Graduate'],
    ['Post group', 'C'],
  ] as const) {
    await expect(card.locator('.fact-list div').filter({ hasText: label }).locator('dd')).toHaveText(value)
  }
  const row = (table: string, label: string) =>
    main
      .getByRole('table', { name: table })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
  await expect(row('By category', 'OBC').getByRole('cell')).toHaveText('1,779')
  await expect(row('Age limits', 'Age: SC/ST').getByRole('cell')).toHaveText('20 to 33 years')
  await expect(row('Age limits', 'Counted on').getByRole('cell')).toHaveText(/^\d\d-\d\d-\d{4}$/)
  await expect(row('Pay by', 'SC/ST/PwD/Ex-servicemen').getByRole('cell')).toHaveText('Free')
})

test('the link to report a mistake is 24 pixels high, and apart from the table above it', async ({ page }) => {
  await page.goto('/jobs/ssc-mts-havaldar-cbic-cbn-2026-online-form')
  const link = await page.getByRole('link', { name: 'Report a mistake' }).boundingBox()
  expect(link?.height).toBeGreaterThanOrEqual(24)
  const table = await page.locator('.dates').boundingBox()
  const text = await page.getByText('Official source:').boundingBox()
  expect((text?.y ?? 0) - (table?.y ?? 0) - (table?.height ?? 0)).toBeGreaterThanOrEqual(8)
})

test('the fee changes with the selected category', async ({ page }) => {
  await page.goto('/jobs/upsc-cds-i-2027-online-form')
  const card = page.getByRole('complementary').first()
  await expect(card.getByRole('radio', { name: 'General/OBC ₹200' })).toBeChecked()
  await expect(card.locator(':checked ~ .amount')).toHaveText('₹200')
  await card.getByText('SC/ST/EWS', { exact: true }).first().click()
  await expect(card.getByRole('radio', { name: 'SC/ST/EWS Free' })).toBeChecked()
  await expect(card.locator(':checked ~ .amount')).toHaveText('Free')
  const amounts = await card.locator('.amount').all()
  expect(amounts.length).toBeGreaterThan(1)
  for (const amount of amounts) {
    const chosen = await amount.evaluate((element) => element.matches(':checked ~ *'))
    await expect(amount).toHaveCSS('opacity', chosen ? '1' : '0')
  }
})

test('the detail page of a syllabus shows its Markdown as headings and lists', async ({ page }) => {
  await page.goto('/syllabus/ssc-cgl-syllabus-2026-exam-pattern-tier-i-and-tier-ii')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Quantitative Aptitude' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Syllogism, Venn diagrams, statement and conclusion')).toBeVisible()
})

test('an unknown slug shows the home page without an entry in the history', async ({ page }) => {
  await page.goto('/jobs')
  const response = await page.goto('/jobs/no-such-job')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('region', { name: 'Results', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/jobs')
})

test('an unknown slug opened by a link shows the home page without an entry in the history', async ({ page }) => {
  await page.goto('/jobs')
  await hydrated(page)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/jobs/no-such-job', textContent: 'to nowhere' })
    document.querySelector('main')?.prepend(link)
  })
  await page.getByText('to nowhere').click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/jobs')
})

for (const [what, slept] of [
  ['stays on screen over midnight in India', 90_000],
  ['is on the screen of a device that was asleep over midnight in India', 40 * 3_600_000],
] as const) {
  test(`a notice that ${what} is fetched again @laptop`, async ({ page, clock }) => {
    await hideServerTime(page)
    await clock.install({ time: '2026-12-01T23:59:00+05:30' })
    await page.goto('/jobs/upsc-cds-i-2027-online-form')
    await hydrated(page)
    await clock.runFor(30_000)
    // Parts that start when the page is idle; this one is the last.
    await expect(page.locator('.banners')).toBeAttached()
    const fetched: string[] = []
    page.on('request', (request) => request.resourceType() === 'fetch' && fetched.push(new URL(request.url()).pathname))
    const answerCard = page.getByRole('main').locator('#notice')
    await answerCard.evaluate((notice) => notice.append('Closes tomorrow at 11:59 PM'))
    await clock.fastForward(slept)
    await expect.poll(() => fetched).toContain('/jobs/upsc-cds-i-2027-online-form')
    await expect(answerCard, 'what the server says now').not.toContainText('Closes tomorrow at 11:59 PM')
  })
}

test('a notice that the server cannot send after midnight in India is fetched until it is sent @laptop', async ({
  page,
  clock,
  consoleErrors,
}) => {
  expectConsoleError(consoleErrors, /status of 503/)
  await hideServerTime(page)
  await clock.install({ time: '2026-12-01T23:59:00+05:30' })
  await page.goto('/jobs/upsc-cds-i-2027-online-form')
  await hydrated(page)
  await clock.runFor(30_000)
  await expect(page.locator('.banners')).toBeAttached()
  let failures = 0
  await page.route('/jobs/upsc-cds-i-2027-online-form', (route) => {
    failures += 1
    return failures < 3 ? route.fulfill({ status: 503, body: 'away' }) : route.fallback()
  })
  const answerCard = page.getByRole('main').locator('#notice')
  await answerCard.evaluate((notice) => notice.append('Closes tomorrow at 11:59 PM'))
  await expect(async () => {
    await clock.fastForward(60_000)
    await expect(answerCard).not.toContainText('Closes tomorrow at 11:59 PM', { timeout: 1_000 })
  }).toPass()
})

test('the first details of a list are prefetched, each only once', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'fetch' && pathname.startsWith('/jobs/')) fetched.push(pathname)
  })
  await page.goto('/jobs')
  const links = page.getByRole('main').locator('.notice-card a')
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(paths).toHaveLength(25)
  await expect.poll(() => fetched.toSorted()).toEqual(paths.slice(0, 5).toSorted())
  const first = links.first()
  await first.hover()
  await first.click()
  await expect(page).toHaveURL(paths[0] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(fetched).toHaveLength(new Set(fetched).size)
})

test('the first details that a search in a list finds are prefetched', async ({ page }) => {
  const fetched = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'fetch' && pathname.startsWith('/results/')) fetched.add(pathname)
  })
  await page.goto('/results')
  await hydrated(page)
  const main = page.getByRole('main')
  await main.getByRole('searchbox').fill('upsc')
  await expect(main.getByRole('status')).toHaveText(/for "upsc"$/)
  const links = main.locator('.notice-card a')
  const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(found.length).toBeGreaterThan(0)
  await expect.poll(() => found.slice(0, 5).filter((path) => !fetched.has(path))).toEqual([])
})

test('a failed prefetch changes nothing', async ({ page, consoleErrors }) => {
  await page.route(/\/jobs\/[^?]+$/, (route) => route.fulfill({ status: 503, body: 'away' }))
  const failed = page.waitForResponse(/\/jobs\/[^?]+$/)
  await page.goto('/jobs')
  await failed
  await expect(page).toHaveURL('/jobs')
  await expect(page.getByRole('main').locator('.notice-card')).toHaveCount(25)
  // The browser itself reports each failed request.
  expectConsoleError(consoleErrors, /status of 503/)
})

test('every control beside a notice comes into view when it gets the focus @laptop', async ({ page }) => {
  await page.goto('/jobs/ssc-mts-havaldar-cbic-cbn-2026-online-form')
  await hydrated(page)
  const controls = page.locator('.notice-answer :is(a, button, input):visible')
  const count = await controls.count()
  expect(count).toBeGreaterThan(5)
  const column = await page.locator('.notice-answer').boundingBox()
  const ring = 5
  for (let at = 0; at < count; at++) {
    await controls.nth(at).focus()
    await expect(controls.nth(at), `control ${at}`).toBeInViewport()
    const control = await controls.nth(at).boundingBox()
    expect((control?.x ?? 0) - ring, `the ring of control ${at} is not cut off`).toBeGreaterThanOrEqual(column?.x ?? 0)
  }
})
