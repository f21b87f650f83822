import { tabOfTable, tabPath } from '#domain/admin/tabs.ts'
import { isPhone, settled } from '#e2e/visitor/browser-test.ts'
import { expect, expectConsoleError, openTab, respondWithError, rowOf, test } from './admin-test.ts'

for (const tab of [tabOfTable('jobs'), tabOfTable('answer_keys'), tabOfTable('organizations')]) {
  test(`${tab.label}: a failed read shows the tab and the reason, and can be repeated`, async ({
    page,
    consoleErrors,
  }) => {
    const path = new RegExp(`/rest/v1/${tab.table}\\?`)
    await respondWithError(page, { method: 'GET', path, message: 'the disk is full' })
    await page.goto(tabPath(tab))
    await expect(page.getByText(`Failed to fetch ${tab.label}: the disk is full`)).toBeVisible()
    expectConsoleError(consoleErrors, /status of 400/)
    await page.unroute(path)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('.data-table tbody tr').first()).toBeVisible()
    await expect(page.getByText('Failed to fetch')).toHaveCount(0)
  })
}

test('a failed refresh leaves the rows and shows its error', async ({ page, add, mark, consoleErrors }) => {
  await add('syllabus', { title: `Paper ${mark}` })
  await openTab(page, `/admin/syllabus?text=${mark}`)
  const message = 'canceling statement due to statement timeout'
  const path = /rpc\/admin_search/
  await respondWithError(page, { method: 'POST', path, message })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText(`Failed to fetch Syllabus: ${message}`)).toBeVisible()
  await expect(rowOf(page, `Paper ${mark}`), 'the rows remain').toBeVisible()
  expectConsoleError(consoleErrors, /status of 400/)
  await page.unroute(path)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Failed to fetch')).toHaveCount(0)
})

test('texts are truncated after 100 and addresses after 50 characters', async ({ page, add, mark }) => {
  const text = (length: number) => `${mark} `.padEnd(length, 'x')
  const link = (length: number) => `https://${mark}.example/`.padEnd(length, 'y')
  await add('jobs', { title: text(100), eligibility: text(101), apply_link: link(50), official_website: link(51) })
  await openTab(page, `/admin/jobs?view=all&text=${mark}`)
  const row = page.locator('.data-table tbody tr')
  await expect(row.getByRole('rowheader')).toHaveText(text(100))
  await expect(row.locator('[data-label="Eligibility"]')).toHaveText(`${text(100)}…`)
  await expect(row.locator('[data-label="Apply link"]').getByRole('link')).toHaveText(link(50))
  const cut = row.locator('[data-label="Official website"]').getByRole('link')
  await expect(cut).toHaveText(`${link(50)}…`)
  await expect(cut).toHaveAttribute('href', link(51))
  await expect(cut).toHaveAttribute('rel', 'noopener noreferrer')
})

test('the filter finds a text literally, in titles and names of organizations', async ({ page, add, mark }) => {
  const [board = 0] = await add('organizations', { name: `Board of ${mark}` })
  await add(
    'results',
    { title: `100% ${mark} one` },
    { title: `100x ${mark} two` },
    { title: `${mark}_'"\\*(),. three` },
    { title: 'Result of a board', organization_id: board },
  )
  await openTab(page, '/admin/results')
  const box = page.getByRole('searchbox', { name: 'Filter results' })
  const titles = page.locator('.data-table tbody').getByRole('rowheader')
  for (const [text, found] of [
    [mark, 4],
    [mark.toUpperCase(), 4],
    [`100% ${mark}`, 1],
    [`${mark}_`, 1],
    [`${mark}_'"\\*(),. t`, 1],
    [`board of ${mark}`, 1],
    [`${mark}%`, 0],
  ] as const) {
    await box.fill(text)
    await expect(titles, text).toHaveCount(found)
    await expect(page).toHaveURL((url) => url.searchParams.get('text') === text)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results ${found}`)
  }
  await expect(page.getByText(`No results match "${mark}%"`)).toBeVisible()
  await page.getByRole('button', { name: 'Show all results' }).click()
  await expect(page).toHaveURL('/admin/results')
  await expect(box).toHaveValue('')
})

test('a filter that fails shows an error', async ({ page, mark, consoleErrors }) => {
  await openTab(page, '/admin/answer-keys')
  await respondWithError(page, { method: 'POST', path: /rpc\/admin_search/, message: 'too much' })
  await page.getByRole('searchbox').fill(mark)
  await expect(page.getByText('Failed to fetch Answer Keys: too much')).toBeVisible()
  await expect(page.locator('.data-table tbody tr'), 'rows of another query are removed').toHaveCount(0)
  expectConsoleError(consoleErrors, /status of 400/)
})

test('an older response does not overwrite a newer one', async ({ page, add, mark }) => {
  await add('documents', { title: `Old ${mark}` }, { title: `New ${mark}` })
  await openTab(page, '/admin/documents')
  const held = Promise.withResolvers<void>()
  await page.route(/rpc\/admin_search/, async (route) => {
    if (route.request().postData()?.includes(`Old ${mark}`)) await held.promise
    await route.continue().catch(() => undefined)
  })
  const requested = page.waitForRequest((request) => request.postData()?.includes(`Old ${mark}`) ?? false)
  await page.getByRole('searchbox').fill(`Old ${mark}`)
  const old = await requested
  await page.getByRole('searchbox').fill(`New ${mark}`)
  await expect(rowOf(page, `New ${mark}`)).toBeVisible()
  held.resolve()
  await old.response()
  await page.evaluate(async () => (await fetch('/healthz')).text())
  await settled(page)
  await expect(rowOf(page, `New ${mark}`)).toBeVisible()
  await expect(page.locator('.data-table tbody tr')).toHaveCount(1)
})

test('the filter by status includes rows without a status', async ({ page, sql, add, mark }) => {
  const [, , none = 0] = await add(
    'admissions',
    { title: `A ${mark}` },
    { title: `B ${mark}`, status: 'Start' },
    { title: `C ${mark}` },
  )
  await sql`update admissions set status = null where id = ${none}`
  await openTab(page, `/admin/admissions?text=${mark}`)
  const rows = page.locator('.data-table tbody tr')
  const select = page.getByLabel('Status', { exact: true })
  await select.selectOption('Start')
  await expect(rows.getByRole('rowheader')).toHaveText([`B ${mark}`])
  await expect(page).toHaveURL(`/admin/admissions?text=${mark}&status=Start`)
  await select.selectOption('not set')
  await expect(rows.getByRole('rowheader')).toHaveText([`C ${mark}`])
  await select.selectOption('Every status')
  await expect(rows).toHaveCount(3)

  await openTab(page, '/admin/answer-keys?status=inactive')
  await expect(page.locator('.data-table [data-label="Status"]').first()).toHaveText('inactive')
  // Other tests may be adding rows.
  const isCountRight = async () => {
    const [hidden] = await sql`select count(*)::int as n from answer_keys where status = 'inactive'`
    return (await page.getByRole('heading', { level: 1 }).innerText()) === `Answer Keys ${hidden?.['n']}`
  }
  await expect.poll(isCountRight).toBe(true)
})

test('tables without a status are filtered by active and inactive', async ({ page, add, mark }) => {
  await add('organizations', { name: `Closed ${mark}` }, { name: `Open ${mark}`, is_active: true })
  await openTab(page, `/admin/organizations?text=${mark}`)
  await page.getByLabel('Status', { exact: true }).selectOption('inactive')
  await expect(page.locator('.data-table tbody').getByRole('rowheader')).toHaveText([`Closed ${mark}`])
  await page.getByLabel('Status', { exact: true }).selectOption('active')
  await expect(page.locator('.data-table tbody').getByRole('rowheader')).toHaveText([`Open ${mark}`])
})

test('columns sort in both directions, with empty dates last @both', async ({ page, viewport, add, mark }) => {
  await add(
    'jobs',
    { title: `b ${mark}`, apply_end_date: '2026-05-01', post_time: '01/02/2026 9:00 AM' },
    { title: `a ${mark}`, apply_end_date: null, post_time: '31/01/2026 9:00 AM' },
    { title: `c ${mark}`, apply_end_date: '2026-04-30', post_time: '02/01/2026 9:00 AM' },
  )
  await openTab(page, `/admin/jobs?text=${mark}`)
  const order = async () =>
    (await page.locator('.data-table tbody').getByRole('rowheader').allInnerTexts()).map((title) => title[0]).join('')
  const sort = async (label: string, arrow: string) => {
    if (isPhone(viewport)) await page.getByLabel('Order').selectOption(`${label} ${arrow}`)
    else await page.getByRole('columnheader', { name: label }).getByRole('button').click()
  }
  await expect.poll(order).toBe('bac')
  for (const [label, arrow, expected] of [
    ['Title', '↑', 'abc'],
    ['Title', '↓', 'cba'],
    ['Last date', '↓', 'bca'],
    ['Last date', '↑', 'cba'],
    ['Post date', '↓', 'bac'],
    ['Post date', '↑', 'cab'],
  ] as const) {
    await sort(label, arrow)
    await expect.poll(order, `${label} ${arrow}`).toBe(expected)
  }
  await expect(page).toHaveURL(`/admin/jobs?text=${mark}&sort=posted_at`)
  if (!isPhone(viewport)) {
    await expect(page.getByRole('columnheader', { name: 'Post date' })).toHaveAttribute('aria-sort', 'ascending')
  }
  await page.reload()
  await expect.poll(order).toBe('cab')
})

test('more rows load in every order while one scrolls, each once', async ({ page, add, mark }) => {
  const rows = Array.from({ length: 120 }, (_, n) => ({
    title: `${n % 7} ${mark} ${n}`,
    post_time: `${String(1 + (n % 5)).padStart(2, '0')}/01/2026 9:00 AM`,
    apply_end_date: n % 3 === 0 ? null : `2026-01-0${1 + (n % 4)}`,
  }))
  await add('jobs', ...rows)
  for (const query of ['', '&sort=title', '&sort=-apply_end_date']) {
    await openTab(page, `/admin/jobs?text=${mark}${query}`)
    const titles = page.locator('.data-table tbody').getByRole('rowheader')
    await expect(titles, query).toHaveCount(50)
    await expect(page.getByText('50 of 120 jobs')).toBeVisible()
    await titles.nth(49).scrollIntoViewIfNeeded()
    // While the end of the table stays in view, the next rows are loaded as well.
    await expect.poll(() => titles.count(), query).toBeGreaterThan(50)
    await titles.nth(99).scrollIntoViewIfNeeded()
    await expect(titles, query).toHaveCount(120)
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
    expect(new Set(await titles.allInnerTexts()).size, query).toBe(120)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.locator('.data-table')).toHaveAttribute('aria-busy', 'false')
    await expect(titles, 'what was loaded stays loaded').toHaveCount(120)
  }
})

test('rows whose end was near for a moment only are not loaded one page after the other', async ({
  page,
  add,
  mark,
}) => {
  await add('jobs', ...Array.from({ length: 110 }, (_, n) => ({ title: `${mark} ${n}` })))
  // A busy page is told several changes at once.
  await page.addInitScript(() => {
    Object.assign(window, {
      IntersectionObserver: class {
        constructor(told: (changes: { isIntersecting: boolean }[]) => void) {
          Object.assign(window, { told })
        }
        observe() {}
        disconnect() {}
      },
    })
  })
  const tell = (...isNear: boolean[]) =>
    page.evaluate((changes) => {
      const { told } = window as unknown as { told: (changes: { isIntersecting: boolean }[]) => void }
      told(changes.map((isIntersecting) => ({ isIntersecting })))
    }, isNear)
  await openTab(page, `/admin/jobs?text=${mark}`)
  const rows = page.locator('.data-table tbody tr')
  await expect(rows).toHaveCount(50)
  await tell(true, false)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.locator('.data-table')).toHaveAttribute('aria-busy', 'false')
  await expect(rows).toHaveCount(50)
  await tell(false, true)
  await expect(rows).toHaveCount(110)
})

test('a table without a filter loads more rows while one scrolls', async ({ page, sql, add, mark }) => {
  await add('recruitments', ...Array.from({ length: 60 }, (_, n) => ({ title: `${mark} ${n}` })))
  await openTab(page, '/admin/recruitments?sort=title')
  const rows = page.locator('.data-table tbody tr')
  await expect(rows).toHaveCount(50)
  await rows.nth(49).scrollIntoViewIfNeeded()
  await expect.poll(() => rows.count()).toBeGreaterThan(50)
  // Other tests change recruitments of their own meanwhile.
  await expect(async () => {
    const ids = await rows.evaluateAll((all) => all.map(({ id }) => id.replace('row-', '')))
    const stored = await sql<{ id: string }[]>`select id from recruitments where id = any (${ids}) order by title, id`
    expect(ids).toEqual(stored.map(({ id }) => id))
  }).toPass({ timeout: 30_000 })
})

test('a hidden row is marked, and every status has a label', async ({ page, add, mark }) => {
  expect(tabOfTable('jobs').statuses).toEqual(['active', 'inactive', 'Start', 'Date Extend', ''])
  await add('jobs', { title: `Hidden ${mark}` })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await expect(rowOf(page, `Hidden ${mark}`).locator('[data-label="Status"]')).toHaveText('inactive')
})
