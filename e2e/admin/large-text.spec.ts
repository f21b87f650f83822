import type { Locator, Page } from '@playwright/test'
import { linesOf } from '#e2e/visitor/browser-test.ts'
import { overflowing, overlapping } from '#e2e/visitor/layout.ts'
import { allowConsoleError, expect, openTab, test } from './admin-test.ts'
import { barOf, openAct } from './bulk-page.ts'
import { field, openForm, save, uniqueTitle } from './record-form.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const LONG = 'Subordinate Services Selection Commission, Combined Technical Services Examination, Last Date Extended'

/** The narrowest window and the largest text that WCAG 2.2 names. */
async function enlarge(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
}

/** Expects that one element ends above another one. */
async function expectAbove(one: Locator, other: Locator): Promise<void> {
  const gap = async () => {
    const [above, below] = await Promise.all([one.boundingBox(), other.boundingBox()])
    return Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0))
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
}

test('pages of an account fit into a small window with 200 % text', async ({ page }) => {
  for (const [path, text] of [
    ['account', 'Where you are signed in'],
    ['push-tester', 'Presets'],
    ['push-notifications', 'Send a notification'],
  ] as const) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByRole('heading', { name: text })).toBeVisible()
    await enlarge(page)
    expect.soft(await overflowing(page), path).toEqual([])
    expect.soft(await overlapping(page), path).toEqual([])
  }
})

test('toasts and banners stay above the bar of a form, and a long toast leaves its link in view', async ({
  page,
  context,
  tables,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, /ERR_INTERNET_DISCONNECTED/)
  const title = uniqueTitle(LONG)
  const job = await tables.insert('jobs', { title, slug: `toasts-${crypto.randomUUID()}`, total_posts: 5 })
  await openForm(page, `/admin/jobs/${job.id}`)
  const bar = page.locator('.save-bar')
  for (const isLarge of [false, true]) {
    if (isLarge) await enlarge(page)
    await field(page, 'Total posts').fill(isLarge ? '7' : '9')
    await page.keyboard.press('Control+s')
    const toast = page.locator('.toast').last()
    await expect(toast).toContainText(title)
    await toast.hover()
    await expectAbove(toast, bar)
    await expect(toast.getByRole('link', { name: 'View page' })).toBeInViewport({ ratio: 1 })
    await page.mouse.move(0, 0)
    await expect(page.locator('.toast')).toHaveCount(0)
  }
  await expect(page.locator('.banners')).toBeAttached()
  await context.setOffline(true)
  await expectAbove(page.locator('.banner').filter({ hasText: "You're offline" }), bar)
  await context.setOffline(false)
})

test('a banner covers no button of the bar of selected rows, and its menu fits @both', async ({
  page,
  context,
  add,
  mark,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, /ERR_INTERNET_DISCONNECTED/)
  await add('results', { title: `A ${mark}` })
  await openTab(page, `/admin/results?text=${mark}`)
  await expect(page.locator('.banners')).toBeAttached()
  const box = page.getByLabel(`Select A ${mark}`)
  await box.check()
  await context.setOffline(true)
  const banner = page.locator('.banner').filter({ hasText: "You're offline" })
  await expectAbove(banner, barOf(page))
  await barOf(page).getByRole('button', { name: 'Clear' }).click()
  await expect(barOf(page)).toHaveCount(0)
  await context.setOffline(false)
  await expect(banner).toHaveCount(0)
  await box.check()
  await enlarge(page)
  expect(await linesOf(page.getByRole('button', { name: 'View Simplified' }))).toBe(2)
  await barOf(page).getByRole('button', { name: 'Change' }).click()
  for (const item of await page.getByRole('menuitem').all()) await expect(item).toBeInViewport({ ratio: 1 })
})

test('dialogs with long values fit into a small window, with their buttons in view', async ({ page, tables, sql }) => {
  const title = uniqueTitle('Long Values')
  const slug = title.toLowerCase().replaceAll(' ', '-')
  const job = await tables.insert('jobs', { title, slug, location: 'Bihar', eligibility: 'Graduate' })
  await openForm(page, `/admin/jobs/${job.id}`)
  await field(page, 'Location').fill(LONG)
  await field(page, 'Eligibility').fill(LONG.repeat(9))
  await sql`update jobs set location = 'Kerala', eligibility = ${LONG.repeat(5)} where id = ${job.id}`
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Changed by someone else' })
  const saveButton = dialog.getByRole('button', { name: 'Save' })
  await page.setViewportSize({ width: 360, height: 640 })
  await expect(saveButton).toBeInViewport({ ratio: 1 })
  // The value has the width of the dialog and not that beside its choice.
  const value = dialog.getByText(LONG, { exact: true })
  expect((await value.boundingBox())?.width).toBeGreaterThan(200)
  await enlarge(page)
  await expect(saveButton).toBeInViewport({ ratio: 1 })
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})

test('the preview of an act shows its buttons in a low window', async ({ page, add, mark }) => {
  const rows = Array.from({ length: 8 }, (_, number) => ({ title: `${number} ${LONG} ${mark}` }))
  await add('results', ...rows)
  await openTab(page, `/admin/results?text=${mark}`)
  await page.getByLabel('Select all').check()
  const dialog = await openAct(page, 'Status...')
  await dialog.getByLabel('Status').selectOption('Out')
  await enlarge(page)
  await expect(dialog.getByRole('button', { name: 'Set status' })).toBeInViewport({ ratio: 1 })
})

test('Sign out stays in view in a low window', async ({ page }) => {
  await openTab(page, '/admin/jobs')
  await page.setViewportSize({ width: 1280, height: 560 })
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeInViewport({ ratio: 1 })
})
