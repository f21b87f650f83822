import type { Page } from '@playwright/test'
import { atBothSizes, expectNoViolations } from '#e2e/accessibility/axe.ts'
import { isPhone, linesOf } from '#e2e/visitor/browser-test.ts'
import { field, openForm, save, uniqueTitle } from './record-form.ts'
import { allowConsoleError, expect, test } from './admin-test.ts'

// Without animations, so that axe does not measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Checks the page at its full height, so that the bar at the bottom covers nothing. */
async function expectAccessibleLayout(page: Page, what: string): Promise<void> {
  await expectNoOverflow(page)
  const width = page.viewportSize()?.width ?? 0
  await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) })
  await expectNoViolations(page, what)
}

const expectAccessibleLayouts = (page: Page, what: string) =>
  atBothSizes(page, (size) => expectAccessibleLayout(page, `${what} on ${size}`))

/** A page that is wider than the window makes phones zoom out. */
async function expectNoOverflow(page: Page): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(excess).toBeLessThanOrEqual(0)
}

test('the form, filled and with errors, has no axe violations and no overflow', async ({ page }) => {
  await openForm(page, '/admin/jobs/10')
  await expect(field(page, 'Title')).not.toHaveValue('')
  await atBothSizes(page, async (size) => {
    expect(await linesOf(page.getByRole('button', { name: 'Now', exact: true })), size).toBe(1)
    await expectAccessibleLayout(page, `the form, filled, on ${size}`)
  })
  await field(page, 'Title').fill('')
  await field(page, 'Exam date').fill('31-11-2026')
  await save(page)
  await expect(page.getByRole('alert').filter({ hasText: '2 fields need attention' })).toBeFocused()
  await expectAccessibleLayouts(page, 'the form, with errors')
})

test('the list of choices and the form of a new choice have no axe violations and no overflow', async ({ page }) => {
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Organization').pressSequentially('board')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expectAccessibleLayouts(page, 'a list of choices')
  await page.getByRole('option', { name: 'Create organization “board”' }).click()
  await expect(page.getByRole('dialog', { name: 'New organization' })).toBeVisible()
  await expectAccessibleLayouts(page, 'a new choice')
})

test('the dialog about changes by another admin has no axe violations and no overflow', async ({ page, tables }) => {
  const title = uniqueTitle('Looked At')
  const job = await tables.insert('jobs', { title, slug: title.toLowerCase().replaceAll(' ', '-'), location: 'Bihar' })
  await openForm(page, `/admin/jobs/${job.id}`)
  await field(page, 'Location').fill('Goa')
  await tables.patch('jobs', job.id, { location: 'Kerala', fee_general: 100 })
  await save(page)
  await expect(page.getByRole('dialog', { name: 'Changed elsewhere with your account' })).toBeVisible()
  await expectAccessibleLayouts(page, 'the dialog')
})

test('the preview shows the public page while typing, for a phone and for a desktop @both', async ({
  page,
  viewport,
}) => {
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill('Preview Officer 2026')
  await field(page, 'Application begins').fill('01-11-2026')
  await field(page, 'Last date to apply').fill('31-12-2099')
  await field(page, 'Apply link').fill('https://ssc.gov.in/apply')
  await field(page, 'Description').fill('## About the post')
  if (isPhone(viewport)) await page.getByText('Preview', { exact: true }).first().click()
  const preview = page.frameLocator('iframe[title="Preview of the public page"]')
  await expect(preview.getByRole('heading', { level: 1, name: 'Preview Officer 2026' })).toBeVisible()
  await expect(preview.getByText('Applications open')).toBeVisible()
  await expect(preview.getByRole('heading', { name: 'About the post' })).toBeVisible()
  await expect.poll(() => preview.locator('body').evaluate(() => innerWidth)).toBeLessThanOrEqual(360)
  await page.getByText('Desktop', { exact: true }).click()
  await expect.poll(() => preview.locator('body').evaluate(() => innerWidth)).toBe(1280)
  await preview.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/admin\/jobs\/new$/)
  await expect(preview.getByRole('heading', { level: 1, name: 'Preview Officer 2026' })).toBeVisible()
  await expectAccessibleLayout(page, 'the preview')
})

test('on a phone the name of a post has the whole width of the form @phone', async ({ page }) => {
  await openForm(page, '/admin/jobs/new')
  const widthOf = async (label: string) => Math.round((await field(page, label).boundingBox())?.width ?? 0)
  expect(await widthOf('Post, line 1')).toBe(await widthOf('Eligibility, line 1'))
})

test('on a phone the head of a form scrolls away and leaves the screen to the fields @phone', async ({ page }) => {
  await openForm(page, '/admin/jobs/10')
  const head = page.locator('.record-head')
  await expect(head).toBeInViewport()
  await page.getByRole('group').last().scrollIntoViewIfNeeded()
  await expect(head).not.toBeInViewport()
})

test('a banner at the bottom of the window covers no button of the form @both', async ({
  page,
  context,
  tables,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, /ERR_INTERNET_DISCONNECTED/)
  const title = uniqueTitle('Banner')
  const job = await tables.insert('jobs', { title, slug: title.toLowerCase().replaceAll(' ', '-'), total_posts: 5 })
  await openForm(page, `/admin/jobs/${job.id}`)
  await expect(page.locator('.banners')).toBeAttached()
  await field(page, 'Total posts').fill('9')
  await context.setOffline(true)
  await expect(page.getByText("You're offline")).toBeVisible()
  await save(page)
  await expect(page.getByText('No answer came, so it is not known whether this is stored.')).toBeVisible()
  await context.setOffline(false)
  await save(page)
  await expect(page).toHaveURL(/\/admin\/jobs$/)
})
