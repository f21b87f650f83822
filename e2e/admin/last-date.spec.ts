import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { expect, openTab, rowOf, test } from './admin-test.ts'

const source = 'https://ssc.gov.in/notice-2.pdf'

test('a last date is corrected from the table, and page, feed and calendar say so @both', async ({
  page,
  add,
  sql,
  mark,
  request,
}) => {
  const [id = 0] = await add('jobs', {
    title: `Extended ${mark}`,
    slug: `extended-${mark}`,
    status: 'active',
    apply_end_date: '2030-01-10',
    notification_link: 'https://ssc.gov.in',
    // Not among the newest of the feed.
    post_time: '2020-01-01',
  })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await rowOf(page, `Extended ${mark}`)
    .getByRole('button', { name: `Correct date of Extended ${mark}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Correct the last date' })
  await expect(dialog).toContainText('Last date now: 10-01-2030')
  await expect(dialog.getByLabel('Official source (link)')).toHaveValue('https://ssc.gov.in')
  await expect(
    dialog.getByRole('textbox', { name: 'New last date' }),
    'the focus of the button that was there first',
  ).toBeFocused()
  await dialog.getByRole('button', { name: 'Correct it' }).click()
  await expect(dialog.getByRole('alert').last()).toHaveText('Enter the new last date.')
  await dialog.getByLabel('New last date', { exact: true }).fill('17-01-2030')
  await dialog.getByLabel('Official source (link)').fill(source)
  await expect(dialog.getByRole('status')).toContainText(
    /Last date 10-01-2030 to 17-01-2030, corrected on \d\d-\d\d-\d{4}, source: ssc.gov.in.*badge Date Extend/,
  )
  await expectNoViolations(page)
  await page.keyboard.press('Enter')
  // The dates of this test are years ahead, which is questioned once.
  await expect(dialog.getByRole('alert').last()).toContainText('17-01-2030')
  await expect(dialog.getByRole('button', { name: 'Correct it anyway' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(`Last date corrected: Extended ${mark}`)).toBeVisible()
  await page.getByRole('link', { name: 'Notify subscribers' }).click()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(
    'Last date extended to 17-01-2030 (was 10-01-2030)',
  )
  const [row] = await sql`select apply_end_date::text, status from jobs where id = ${id}`
  expect(row).toEqual({ apply_end_date: '2030-01-17', status: 'Date Extend' })

  const sentence =
    /Last date<\/b> 10-01-2030 to 17-01-2030, corrected on \d\d-\d\d-\d{4}, source: <a href="https:\/\/ssc\.gov\.in\/notice-2\.pdf"/
  const text = async (path: string) => (await request.get(path)).text()
  const sentences = async () => (await text(`/jobs/extended-${mark}`)).replaceAll(/<!-- -->|<\/?time[^>]*>/g, '')
  await expect.poll(sentences).toMatch(sentence)
  const feed =
    /Last date 10-01-2030 to 17-01-2030, corrected on \d\d-\d\d-\d{4}, source: https:\/\/ssc\.gov\.in\/notice-2\.pdf/
  await expect.poll(() => text('/jobs/rss.xml')).toMatch(feed)
  expect(await text('/atom.xml')).toMatch(feed)
  const calendar = await text(`/jobs/extended-${mark}/calendar.ics`)
  expect(calendar).toContain('SEQUENCE:1')
  expect(calendar).toContain('DTSTART;VALUE=DATE:20300117')
})

test('a last date that somebody else changes meanwhile is not overwritten; on the form unsaved work comes first', async ({
  page,
  add,
  sql,
  mark,
}) => {
  const fields = { status: 'active', apply_end_date: '2030-01-10', official_website: 'https://ssc.gov.in' }
  const [id = 0] = await add('jobs', { title: `Shared ${mark}`, ...fields })
  await page.goto(`/admin/jobs/${id}`)
  const button = page.getByRole('button', { name: 'Correct the last date' })
  await page.getByLabel('Title', { exact: true }).fill(`Typed ${mark}`)
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Title', { exact: true }).fill(`Shared ${mark}`)
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Correct the last date' })
  await dialog.getByLabel('New last date', { exact: true }).fill('17-01-2030')
  await sql`update jobs set apply_end_date = '2030-01-12' where id = ${id}`
  await dialog.getByRole('button', { name: 'Correct it' }).click()
  await dialog.getByRole('button', { name: 'Correct it anyway' }).click()
  await expect(dialog).toContainText('This notice was changed meanwhile.')
  await expect(dialog).toContainText('Last date now: 12-01-2030')
  await dialog.getByRole('button', { name: 'Correct it anyway' }).click()
  await expect(dialog).toHaveCount(0)
  // The form holds the corrected date, and saves without a conflict.
  await expect(page.getByLabel('Last date to apply', { exact: true })).toHaveValue('17-01-2030')
})

test('Ctrl+Z undoes the correction of a last date, not the act before it', async ({ page, add, sql, mark }) => {
  const notice = { title: `Slip ${mark}`, status: 'active', apply_end_date: '2030-01-10', is_quick_link: false }
  const [id = 0] = await add('jobs', { ...notice, official_website: 'https://ssc.gov.in' })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await page.getByRole('button', { name: `Quick Link Slip ${mark}` }).click()
  await expect(page.getByText(`Quick Link turned on for Slip ${mark}`)).toBeVisible()
  await page.getByRole('button', { name: `Correct date of Slip ${mark}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct the last date' })
  await dialog.getByLabel('New last date', { exact: true }).fill('17-01-2030')
  await dialog.getByRole('button', { name: 'Correct it' }).click()
  await dialog.getByRole('button', { name: 'Correct it anyway' }).click()
  await expect(page.getByText(`Last date corrected: Slip ${mark}`)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText('Undone: 1 row')).toBeVisible()
  const stored = async () =>
    (await sql`select apply_end_date::text as day, status, is_quick_link from jobs where id = ${id}`)[0]
  expect(await stored()).toEqual({ day: '2030-01-10', status: 'active', is_quick_link: true })
  const corrections = await sql`select from corrections where record_id = ${id} and field = 'apply_end_date'`
  expect(corrections).toHaveLength(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText(`Quick Link turned off for Slip ${mark}`)).toBeVisible()
})

test('a notice without a last date is not said to be one that could not be loaded', async ({ page, add, mark }) => {
  await add('jobs', { title: `Dateless ${mark}`, status: 'active' })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await page.getByRole('button', { name: `Correct date of Dateless ${mark}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct the last date' })
  await expect(dialog.getByRole('alert')).toHaveText('There is no last date to correct. Edit the notice instead.')
})

test('the dialog closes with the page on which it was opened', async ({ page, add, mark }) => {
  await add('jobs', { title: `Open ${mark}`, status: 'active', apply_end_date: '2030-01-10' })
  await openTab(page, '/admin/results')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Jobs\b/ })
    .click()
  await expect(page).toHaveURL('/admin/jobs')
  await page.getByRole('button', { name: `Correct date of Open ${mark}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct the last date' })
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/admin/results')
  await expect(dialog).toHaveCount(0)
  await page.goForward()
  await expect(page.getByRole('button', { name: `Correct date of Open ${mark}` })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
