import { readFileSync } from 'node:fs'
import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { hideServerTime } from '#e2e/clocks.ts'
import { expect, expectConsoleError, test } from './browser-test.ts'
import { overflowing, overlapping } from './layout.ts'
import { card, changeEntry, JOB, openSaved, openWithStars, saveJob, star, TITLE } from './saved.ts'

test('a saved notice shows its next date, all dates and its badge', async ({ page }) => {
  await saveJob(page)
  await expect(page.getByRole('heading', { level: 2, name: 'Next dates' })).toBeVisible()
  await expect(card(page).getByText('Union Public Service Commission (UPSC)')).toBeVisible()
  await expect(card(page).locator('.next')).toHaveText(/^.+ (today|tomorrow|in \d+ days) \d\d-\d\d-\d{4}$/)
  await card(page).getByText('All dates, fees and links').click()
  await expect(card(page).getByRole('term').filter({ hasText: 'Last date to apply' })).toBeVisible()
  await expect(card(page).getByRole('link', { name: 'Official notification' })).toHaveAttribute('href', /^https:/)
  await expectNoViolations(page)
  await card(page).getByRole('checkbox').check()
  for (const [width, size] of [
    [320, '100%'],
    [360, '200%'],
    [1280, '100%'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size)
    expect(await overflowing(page), `${width} ${size}`).toEqual([])
    expect(await overlapping(page), `${width} ${size}`).toEqual([])
  }
})

test('what changed since the visitor looked is listed until it is acknowledged', async ({ page }) => {
  await saveJob(page)
  await changeEntry(page, ({ state }) => {
    Object.assign(state, { title: 'UPSC CDS', status: 'soon' })
    for (const date of state.dates)
      if (date['label'] === 'Last date to apply') Object.assign(date, { day: '2026-01-10', text: '10-01-2026' })
  })
  await openSaved(page)
  const changes = card(page).locator('.changes')
  await expect(changes.getByRole('listitem')).toHaveText([
    `Title: UPSC CDS → ${TITLE}`,
    /^Status: soon → .+/,
    /^Last date to apply: 10-01-2026 → \d\d-\d\d-\d{4}$/,
  ])
  await expectNoViolations(page)
  await openSaved(page)
  await expect(changes, 'opening the page again acknowledges nothing').toBeVisible()
  await changes.getByRole('button', { name: 'Got it' }).click()
  await expect(changes).toHaveCount(0)
  await openSaved(page)
  await expect(changes).toHaveCount(0)
})

test('a notice that is no longer on the site is said to be so, with its last known words', async ({ page }) => {
  await saveJob(page)
  await card(page).getByLabel('Note').fill('Asked the office')
  await page.evaluate(() => {
    const [key = '', text = ''] = Object.entries(localStorage).find(([name]) => name.startsWith('saved_notice ')) ?? []
    localStorage.removeItem(key)
    const entry = JSON.parse(text) as { state: object }
    Object.assign(entry.state, { id: 'jobs:999999999', path: '/jobs/withdrawn' })
    localStorage.setItem('saved_notice jobs:999999999', JSON.stringify(entry))
  })
  await openSaved(page)
  await expect(page.getByRole('heading', { name: 'No longer on this site' })).toBeVisible()
  await expect(card(page)).toContainText('This notice is no longer on this site.')
  await expect(card(page).getByRole('link', { name: TITLE })).toHaveCount(0)
  await expect(card(page).getByLabel('Note')).toHaveValue('Asked the office')
  await expectNoViolations(page)
})

test('a notice that was saved twice becomes one, unless its notes are too long for one', async ({ page }) => {
  await saveJob(page)
  await card(page).getByLabel('Note').fill('Blue photo')
  const saveByPath = (note: string) =>
    page.evaluate((text) => {
      const stored = Object.entries(localStorage).find(([name]) => name.startsWith('saved_notice '))
      const entry = JSON.parse(stored?.[1] ?? '') as { state: { path: string } }
      const byPath = { ...entry, note: text, state: { ...entry.state, id: null } }
      localStorage.setItem(`saved_notice ${entry.state.path}`, JSON.stringify(byPath))
    }, note)
  await saveByPath('Old form')
  await openSaved(page)
  await expect(card(page)).toHaveCount(1)
  await expect(card(page).getByLabel('Note')).toHaveValue('Blue photo\n\nOld form')

  const long = 'x'.repeat(1_995)
  await saveByPath(long)
  await openSaved(page)
  await expect(card(page)).toHaveCount(2)
  for (const note of ['Blue photo\n\nOld form', long])
    await expect(page.locator('.saved-card textarea').filter({ hasText: note })).toHaveCount(1)
  // Each note is stored with its own notice, so both are there when they fit into one.
  await page.locator('.saved-card textarea').filter({ hasText: long }).fill('Short')
  await page.reload()
  await expect(card(page)).toHaveCount(1)
  await expect(card(page).getByLabel('Note')).toHaveValue('Blue photo\n\nOld form\n\nShort')
})

test('notes are stored with every key, in every tab, and survive a crash', async ({ page, context }) => {
  await saveJob(page)
  const other = await context.newPage()
  await openSaved(other)
  await card(page).getByLabel('Note').pressSequentially('Photo')
  await expect(card(other).getByLabel('Note')).toHaveValue('Photo')
  await card(other).getByLabel('Applied', { exact: false }).first().check()
  await expect(card(page).getByRole('checkbox')).toBeChecked()
  await expect(card(page).getByLabel('Note')).toBeFocused()
  await page.keyboard.type(' in blue')
  await page.close({ runBeforeUnload: false })
  await other.reload()
  await expect(card(other).getByLabel('Note')).toHaveValue('Photo in blue')
  await expect(card(other).getByRole('checkbox')).toBeChecked()
})

test('applications have a day and a number, and notices are filtered by them', async ({ page }) => {
  await openWithStars(page, '/jobs')
  await page.locator('.notice-card .star').nth(0).click()
  await page.locator('.notice-card .star').nth(1).click()
  await openSaved(page)
  const first = page.locator('.saved-card').first()
  await first.getByRole('checkbox').check()
  await expect(first.getByLabel('Applied on')).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await first.getByLabel('Application number').fill('A 12/34')
  await page.reload()
  await expect(page.locator('.saved-card').first().getByLabel('Application number')).toHaveValue('A 12/34')
  // A slip of the finger loses nothing.
  await first.getByRole('checkbox').uncheck()
  await expect(first.getByLabel('Application number')).toHaveCount(0)
  await first.getByRole('checkbox').check()
  await expect(first.getByLabel('Application number')).toHaveValue('A 12/34')
  await page.getByRole('button', { name: 'Applied 1', exact: true }).click()
  await expect(page.locator('.saved-card')).toHaveCount(1)
  await page.getByRole('button', { name: 'Not applied 1' }).click()
  await expect(page.locator('.saved-card')).toHaveCount(1)
  // A notice that is ticked stays until a filter is chosen again, so that its application can be entered.
  await first.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Not applied 0' })).toBeVisible()
  await expect(first.getByRole('checkbox')).toBeFocused()
  await first.getByLabel('Application number').fill('B 56')
  await first.getByRole('checkbox').uncheck()
  await expect(page.getByRole('button', { name: 'Not applied 1' })).toBeVisible()
  await first.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Not applied 0' }).click()
  await expect(page.locator('.saved-card')).toHaveCount(0)
  await page.getByRole('button', { name: 'All 2' }).click()
  await expect(page.locator('.saved-card')).toHaveCount(2)
})

test('a removed notice is restored with its note, by keyboard', async ({ page }) => {
  await saveJob(page)
  await card(page).getByLabel('Note').fill('Photo')
  await card(page).getByRole('button', { name: 'Remove' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Removed: ${TITLE}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card(page).getByLabel('Note')).toHaveValue('Photo')
  await card(page).getByRole('button', { name: 'Remove' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Nothing is saved yet' })).toBeVisible()
  await openWithStars(page, JOB)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-pressed', 'false')
})

test('a notice that is saved again after it was removed is shown once, with its note', async ({ page }) => {
  await saveJob(page)
  await card(page).getByLabel('Note').fill('Photo')
  await card(page).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`Removed: ${TITLE}`)).toBeVisible()
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.querySelector('main')?.append(link)
    link.click()
    link.remove()
  }, JOB)
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click()
  await page.goBack()
  await expect(card(page)).toHaveCount(1)
  await expect(card(page).getByLabel('Note')).toHaveValue('Photo')
  await expect(page.getByText(`Removed: ${TITLE}`)).toHaveCount(0)
})

test('saved notices that stay on screen over midnight in India count their days again', async ({
  page,
  clock,
  consoleErrors,
}) => {
  expectConsoleError(consoleErrors, /status of 503/)
  await saveJob(page)
  await changeEntry(page, ({ state }) => {
    state.dates = [{ label: 'Last date to apply', day: '2026-12-02', text: '02-12-2026', isDeadline: true }]
  })
  await page.route('**/saved/states', (route) => route.fulfill({ status: 503 }))
  await hideServerTime(page)
  await clock.install({ time: '2026-12-01T23:59:00+05:30' })
  await page.reload()
  await expect(card(page).locator('.next')).toHaveText('Last date to apply tomorrow 02-12-2026')
  await clock.fastForward(130_000)
  await expect(card(page).locator('.next')).toHaveText('Last date to apply today 02-12-2026')
})

test('what is exported is imported elsewhere, is merged, and a file of something else is refused', async ({
  page,
  browser,
}) => {
  await saveJob(page)
  await card(page).getByLabel('Note').fill('mine')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^saved-notices-\d{4}-\d\d-\d\d\.json$/)
  const file = await download.path()

  const elsewhere = await browser.newContext()
  const second = await elsewhere.newPage()
  await openWithStars(second, '/jobs')
  await star(second).click()
  await openSaved(second)
  await card(second).getByLabel('Note').fill('theirs')
  await second.getByLabel('Import').setInputFiles(file)
  await expect(second.locator('#saved-message')).toHaveText(
    '0 notices added. 1 notice was here already, with your own notes.',
  )
  await expect(card(second).getByLabel('Note')).toHaveValue('theirs\n\nmine')

  const json = readFileSync(file, 'utf8')
  for (const [buffer, words] of [
    ['<script>alert(1)</script>', 'This file is not an export of saved notices. Nothing was changed.'],
    [json.replace('"version": 1', '"version": 9'), 'This file was written by another version of the site'],
    [json.replaceAll('https://', 'javascript:'), '0 notices added. 1 entry could not be read.'],
  ] as const) {
    const hostile = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(buffer) }
    await second.getByLabel('Import').setInputFiles(hostile)
    await expect(second.locator('#saved-message')).toContainText(words)
    await expect(second.locator('.saved-card')).toHaveCount(1)
  }
  await elsewhere.close()
})

test('print shows a table with dates, links and notes, and nothing else', async ({ page }) => {
  await saveJob(page)
  await card(page).getByRole('checkbox').check()
  await card(page).getByLabel('Application number').fill('REG-4711')
  await card(page).getByLabel('Note').fill('Photo in blue')
  expect((await page.pdf()).subarray(0, 4).toString()).toBe('%PDF')
  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('table', { name: /^Saved notices on/ })
  await expect(sheet.getByRole('columnheader')).toHaveText(['Notice', 'Dates', 'Links', 'Applied', 'Note'])
  await expect(sheet).toContainText(TITLE)
  await expect(sheet).toContainText('Last date to apply: ')
  await expect(sheet).toContainText(JOB)
  await expect(sheet).toContainText('Photo in blue')
  await expect(sheet).toContainText('REG-4711')
  await expect(card(page)).toBeHidden()
  await expect(page.getByText('Where they are stored')).toBeHidden()
})

test('notices stay on screen when the server cannot be reached, and Retry asks again', async ({
  page,
  consoleErrors,
}) => {
  expectConsoleError(consoleErrors, /status of 503/)
  await saveJob(page)
  await page.route('**/saved/states', (route) => route.fulfill({ status: 503 }))
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'Suchana could not be reached.' })).toBeVisible()
  await expect(card(page)).toBeVisible()
  await expectNoViolations(page)
  await page.unroute('**/saved/states')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Suchana could not be reached.')).toHaveCount(0)
})

test('only references are sent', async ({ page }) => {
  await saveJob(page)
  await card(page).getByLabel('Note').fill('secret')
  await card(page).getByRole('checkbox').check()
  const bodies: (string | null)[] = []
  page.on('request', (request) => bodies.push(request.postData()))
  await openSaved(page)
  const sent = bodies.filter((body) => body?.includes('jobs:'))
  expect(sent).toHaveLength(1)
  expect(JSON.parse(sent[0] ?? '')).toEqual({ notices: [expect.stringMatching(/^jobs:\d+$/)] })
  expect(bodies.join()).not.toContain('secret')
})
