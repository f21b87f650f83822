import type { Locator } from '@playwright/test'
import { addDays, formatDay, indianDay } from '#domain/dates.ts'
import { HISTORY_ROWS } from '#domain/limits.ts'
import { expectAccessibleLayout } from '#e2e/accessibility/axe.ts'
import { expect, expectConsoleError, markChecked, test } from './admin-test.ts'
import { field, openForm, rowOf, save, uniqueTitle } from './record-form.ts'

// Without animations, so that axe does not measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the history of a record is compared, and an old version is restored over a newer one @both', async ({
  page,
  tables,
  sql,
  editor,
}) => {
  const title = uniqueTitle('History')
  const slug = title.toLowerCase().replaceAll(' ', '-')
  // Days to come: a public notice that gets a day that has passed is asked about.
  const today = indianDay(Date.now())
  const [firstDay, laterDay] = [addDays(today, 10), addDays(today, 17)]
  const job = await tables.insert('jobs', { title, slug, total_posts: 5, apply_end_date: firstDay })
  await openForm(page, `/admin/jobs/${job.id}`)
  await field(page, 'Total posts').fill('9')
  await field(page, 'Location').fill('Goa')
  await save(page)
  await expect(page).toHaveURL(/\/admin\/jobs$/)
  await tables.patch('jobs', job.id, { apply_end_date: laterDay })

  await openForm(page, `/admin/jobs/${job.id}`)
  await page.getByText('History', { exact: true }).click()
  const timeline = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(timeline).toHaveText([
    new RegExp(`changed it.*another program.*Last date to apply.*${formatDay(firstDay)}.*${formatDay(laterDay)}`),
    /changed it.*form.*Location.*empty.*Goa.*Total posts.*5.*9/,
    /created it.*another program/,
  ])
  await expect(timeline.first()).toContainText(editor.email)

  // The first version, field by field, with the present one.
  await timeline
    .last()
    .getByRole('button', { name: /Compare with now/ })
    .click()
  const compare = page.getByRole('region', { name: 'Compare' })
  await expect(compare.getByRole('term')).toHaveText(['Location', 'Total posts', 'Last date to apply'])
  await expectAccessibleLayout(page, 'a compared version')
  expect(await isTimeCutOff(compare.getByLabel('Version')), 'the time of a version').toBe(false)
  const versions = compare.getByLabel('with')
  await versions.selectOption({ index: 2 })
  await expect(compare.getByRole('term')).toHaveText(['Location', 'Total posts'])
  await versions.selectOption('Now')

  // One value, while another window of the account changes another field and the same one.
  await compare.getByRole('button', { name: 'Restore Total posts' }).click()
  await expect(field(page, 'Total posts')).toHaveValue('5')
  await tables.patch('jobs', job.id, { total_posts: 12, location: 'Kerala' })
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Changed elsewhere with your account' })
  const conflict = dialog.getByRole('group', { name: 'Total posts' })
  await expect(conflict.getByText(/^Your account changed the total posts at \d/)).toBeVisible()
  await expect(dialog.getByText(/^Your account changed the location at \d/)).toBeVisible()
  await expectAccessibleLayout(page, 'a conflict with names')
  await conflict.getByText('Keep mine').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => rowOf(tables, 'jobs', title)).toMatchObject({ total_posts: 5, location: 'Kerala' })

  // The whole first version over the newer ones, and back again.
  await expect(timeline).toHaveCount(5)
  await timeline
    .last()
    .getByRole('button', { name: /Compare with now/ })
    .click()
  await compare.getByRole('button', { name: 'Restore all 2 values' }).click()
  await expect(page.getByText('2 earlier values are in the form. Save to store them.')).toBeVisible()
  await page.keyboard.press('Control+s')
  const first = { total_posts: 5, location: null, apply_end_date: firstDay }
  await expect.poll(() => rowOf(tables, 'jobs', title)).toMatchObject(first)
  await expect(timeline).toHaveCount(6)
  await timeline
    .nth(1)
    .getByRole('button', { name: /Compare with now/ })
    .click()
  await compare.getByRole('button', { name: 'Restore all 2 values' }).click()
  await page.keyboard.press('Control+s')
  const newer = { total_posts: 5, location: 'Kerala', apply_end_date: laterDay }
  await expect.poll(() => rowOf(tables, 'jobs', title)).toMatchObject(newer)

  const [saves] = await sql`select count(*)::int as number, count(distinct act)::int as acts from history.changes
    where table_name = 'jobs' and row_id = ${job.id} and source = 'form'`
  expect(saves).toEqual({ number: 4, acts: 4 })
})

test('the history of a record is read and compared with keys alone, also when it cannot be read at first @both', async ({
  page,
  sql,
  tables,
  consoleErrors,
}) => {
  const title = uniqueTitle('Keys')
  const job = await tables.insert('jobs', { title, slug: title.toLowerCase().replaceAll(' ', '-'), status: 'inactive' })
  for (let change = 0; change < HISTORY_ROWS; change += 1)
    await sql`update jobs set location = ${`Place ${change}`} where id = ${job.id}`
  await openForm(page, `/admin/jobs/${job.id}`)
  await page.route(/rpc\/record_history/, (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
  await page.locator('summary').filter({ hasText: 'History' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Failed to load the history')).toBeVisible()
  expectConsoleError(consoleErrors, /status of 503/)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused()
  await page.keyboard.press('Enter')
  const changes = page.getByRole('list', { name: 'History' }).locator(':scope > li')
  await expect(changes.first()).toBeFocused()
  await expect(changes).toHaveCount(HISTORY_ROWS)

  await page.getByRole('button', { name: 'Show more' }).focus()
  await page.keyboard.press('Enter')
  await expect(changes.nth(HISTORY_ROWS)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'Compare' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await sql`delete from jobs where id = ${job.id}`
})

test('all changes are listed with filters, and lead to their records @both', async ({ page, tables, mark, editor }) => {
  const [one, two] = [
    await tables.insert('syllabus', { title: `One ${mark}`, slug: `one-${mark}` }),
    await tables.insert('syllabus', { title: `Two ${mark}`, slug: `two-${mark}` }),
  ]
  await page.goto(`/admin/syllabus?text=${mark}`)
  for (const name of ['One', 'Two']) await page.getByRole('checkbox', { name: `Select ${name} ${mark}` }).check()
  await markChecked(page)
  await expect(page.getByText('Checked against the source: 2 syllabus')).toBeVisible()
  await tables.remove('syllabus', two.id)

  await page.goto('/admin/activity')
  await expect(page).toHaveTitle('Activity | Suchana')
  // The second choice does not wait for the rows of the first one.
  await page.getByLabel('Who').selectOption({ label: editor.email })
  await page.getByLabel('Table').selectOption({ label: 'Syllabus' })
  await expect(page).toHaveURL(/\?person=.*&table=/)
  const entries = page.getByRole('list', { name: 'Activity' }).locator('> li')
  await expect(entries.first()).toHaveText(new RegExp(`${editor.email} deleted syllabus Two ${mark}.*another program`))
  const checked = entries.nth(1)
  await expect(checked).toHaveText(/changed checked of 2 rows: Syllabus.*bulk change/)
  await checked.getByText('Which ones').click()
  await expect(checked.getByRole('listitem')).toHaveText([`Two ${mark}`, `One ${mark}`].toSorted())
  await expectAccessibleLayout(page, 'the log of changes')

  // The check of both is undone; of the deleted row nothing is left to undo.
  await checked.getByRole('button', { name: /^Undo/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Undo this change of 2 rows?' })
  await expect(question).toContainText(/changed checked of 2 rows: Syllabus \(/)
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: 1 row')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: `Left as it is: Two ${mark} (changed since)` })).toBeVisible()
  await expect(entries.first()).toHaveText(new RegExp(`changed checked of syllabus One ${mark}`))
  const [row] = await tables.get<{ checked_at: string | null }>(`syllabus?id=eq.${one.id}&select=checked_at`)
  expect(row).toEqual({ checked_at: null })

  await page.getByLabel('What was done').selectOption({ label: 'created' })
  await expect(entries.first()).toHaveText(new RegExp(`created syllabus Two ${mark}`))
  await entries
    .nth(1)
    .getByRole('link', { name: `One ${mark}` })
    .click()
  await expect(page).toHaveURL(`/admin/syllabus/${one.id}`)
  await page.goto('/admin/activity?until=2026-01-01')
  await expect(page.getByText('No change matches these filters.')).toBeVisible()
  await tables.remove('syllabus', one.id)
})

test('the history compares with what is stored, also when somebody has changed the record since the form was opened', async ({
  page,
  add,
  sql,
  mark,
}) => {
  const [id = 0] = await add('jobs', { title: `Mine ${mark}`, total_posts: 5 })
  await openForm(page, `/admin/jobs/${id}`)
  await sql`update jobs set title = ${`Theirs ${mark}`}, total_posts = 777 where id = ${id}`
  await page.getByText('History', { exact: true }).click()
  const timeline = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await timeline
    .last()
    .getByRole('button', { name: /Compare with now/ })
    .click()
  const compare = page.getByRole('region', { name: 'Compare' })
  await expect(compare.getByRole('term')).toHaveText(['Title', 'Total posts'])
  await expect(compare.getByRole('definition').nth(0)).toHaveText(`Mine ${mark}`)
  await expect(compare.getByRole('definition').nth(1)).toHaveText(`Theirs ${mark}`)
})

/** @param versions a list of versions of a record, in which the time of the chosen one comes first */
function isTimeCutOff(versions: Locator): Promise<boolean | null> {
  return versions.evaluate((box: HTMLSelectElement) => {
    const context = document.createElement('canvas').getContext('2d')
    const { font, paddingLeft, paddingRight } = getComputedStyle(box)
    if (!context) return null
    context.font = font
    const [time = ''] = box.selectedOptions[0]?.label.split(',') ?? []
    const space = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return context.measureText(time).width > space
  })
}
