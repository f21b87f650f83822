import type { Page } from '@playwright/test'
import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { hideServerTime } from '#e2e/clocks.ts'
import { expect, expectConsoleError, NO_SESSION, openTab, rowOf as tableRow, test } from './admin-test.ts'
import { loseAnswer } from './lost-answer.ts'
import { field, openForm, rowOf, save, uniqueTitle } from './record-form.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 19_800_000).toISOString().slice(0, 10)
const where = (page: Page) => page.locator('.where-line')

async function openJob(page: Page, title: string): Promise<void> {
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
}

test('a draft is written, previewed by a secret link, and published @both', async ({
  page,
  tables,
  browser,
  baseURL,
  consoleErrors,
}) => {
  const title = uniqueTitle('A Draft')
  await openJob(page, title)
  await expect(where(page)).toHaveText(
    'On Latest Jobs, in search and in its section of the home page; its badge reads "New".',
  )
  await field(page, 'Badge').selectOption('Date Extend')
  await expect(where(page)).toHaveText(
    /not in the home section, which shows "active" only; its badge reads "Date Extend"/,
  )
  await field(page, 'State').selectOption('Draft')
  await expect(where(page)).toHaveText(/^Only staff see it\. Once published it is on Latest Jobs/)
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/admin\/jobs\/\d+$/)
  const row = await rowOf(tables, 'jobs', title)
  expect(row).toMatchObject({ status: 'inactive', post_time: '', plan: null })

  await page.getByRole('button', { name: 'Make a preview link' }).click()
  const link = page.getByLabel('Preview link')
  await expect(link).toHaveValue(/\/preview\/[0-9a-f]{32}$/)
  const path = new URL(await link.inputValue()).pathname
  const visitor = await browser.newContext({ baseURL: baseURL ?? '', storageState: NO_SESSION })
  const shown = await visitor.newPage()
  await shown.goto(path)
  await expect(shown.getByRole('note')).toContainText('Preview, not published.')
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText(title)
  await expectNoViolations(shown, 'a preview')
  await expectNoViolations(page, 'the form of a draft with a preview link', '.record-form')
  const end = page.getByRole('button', { name: 'End all preview links' })
  expectConsoleError(consoleErrors, /ERR_FAILED/)
  await loseAnswer(page, { path: /rpc\/end_previews/, method: 'POST' })
  await end.click()
  await expect(page.getByText('It may be done all the same: do it again to be sure.')).toBeVisible()
  await end.click()
  await expect(page.getByText('All preview links of this notice have ended.')).toBeVisible()
  expect((await shown.goto(path))?.status()).toBe(404)
  await visitor.close()

  await openTab(page, '/admin/jobs?status=state%3Adraft')
  await expect(tableRow(page, title).locator('[data-label="Status"]')).toHaveText('Draft')
  await tableRow(page, title)
    .getByRole('link', { name: `Edit ${title}` })
    .click()
  await expect(field(page, 'State')).toHaveValue('draft')
  await expect(page.getByRole('button', { name: 'Correct the last date' })).toHaveCount(0)
  await expect(field(page, 'Badge')).toHaveValue('Date Extend')
  await field(page, 'State').selectOption('Published')
  await save(page)
  // The table of drafts, in which it is no more.
  await expect(page).toHaveURL(/\/admin\/jobs\?status=state%3Adraft$/)
  await expect(tableRow(page, title)).toHaveCount(0)
  const published = await rowOf(tables, 'jobs', title)
  expect(published).toMatchObject({ status: 'Date Extend', post_time: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d/) })
  await tables.remove('jobs', Number(row['id']))
})

test('a notice is scheduled for midnight in India and hidden later @both', async ({ page, tables }) => {
  const title = uniqueTitle('At Midnight')
  const day = inDays(2)
  const words = day.split('-').reverse().join('-')
  await openJob(page, title)
  await expect(field(page, 'Publish at')).toHaveCount(0)
  await field(page, 'State').selectOption('Scheduled')
  await save(page)
  await expect(page.locator('.error-summary')).toContainText('Publish at must not be empty')
  await field(page, 'Publish at').fill(`${words.replaceAll('-', '/')} 12:00 AM`)
  await expect(page.getByText(/12:00 AM, Indian time/)).toBeVisible()
  await field(page, 'Hide at').fill(`${day}T00:00`)
  await save(page)
  await expect(page.locator('.error-summary')).toContainText('Hide at must be after Publish at')
  await field(page, 'Hide at').fill(`${inDays(3)}T18:30`)
  await expect(where(page)).toContainText(`From ${words} 12:00 AM until`)
  await save(page)
  await expect(page).toHaveURL(/\/admin\/jobs$/)
  await expect(tableRow(page, title).locator('[data-label="Status"]')).toHaveText(`Scheduledfrom ${words} 12:00 AM`)
  const row = await rowOf(tables, 'jobs', title)
  const [plan] = await tables.get(`notice_plans?content_table=eq.jobs&record_id=eq.${String(row['id'])}`)
  expect(plan).toMatchObject({ state: 'scheduled', status: 'active' })
  expect(Date.parse(String(plan?.['publish_at']))).toBe(Date.parse(`${day}T00:00:00+05:30`))
  expect(Date.parse(String(plan?.['hide_at']))).toBe(Date.parse(`${inDays(3)}T18:30:00+05:30`))
  await tables.remove('jobs', Number(row['id']))
})

test('a schedule is ended by a bulk act, and restored by its undo', async ({ page, tables, mark }) => {
  const plan = { state: 'scheduled', publish_at: '2099-01-01T04:30:00Z' }
  const { id } = await tables.insert('jobs', { title: `Later ${mark}`, slug: `later-${mark}`, plan })
  const storedState = async () =>
    (await tables.get(`notice_plans?content_table=eq.jobs&record_id=eq.${id}`)).map(({ state }) => state)
  await openTab(page, `/admin/jobs?text=${mark}`)
  await page.getByLabel(`Select Later ${mark}`).check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: 'Status...' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Status').selectOption('inactive')
  await expect(dialog.getByRole('listitem').filter({ hasText: `Later ${mark}` })).toContainText(
    'Scheduled from 01-01-2099 10:00 AM inactive',
  )
  await expect(dialog).toContainText('1 job loses its planned time.')
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await expect.poll(storedState).toEqual(['hidden'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(storedState).toEqual(['scheduled'])
})

test('a schedule that could not be carried out says so in the table, and is carried out by saving the notice again', async ({
  page,
  tables,
  mark,
  sql,
}) => {
  const plan = { state: 'scheduled', publish_at: '2099-01-01T04:30:00Z' }
  const { id } = await tables.insert('jobs', { title: `Late ${mark}`, slug: `late-${mark}`, plan })
  await sql`update notice_plans set publish_at = '2026-01-01T04:30:00Z', retry_at = now() + interval '1 day'
    where content_table = 'jobs' and record_id = ${id}`
  await openTab(page, `/admin/jobs?text=${mark}`)
  await expect(tableRow(page, `Late ${mark}`).locator('[data-label="Status"]')).toHaveText(
    'Scheduledoverdue since 01-01-2026 10:00 AMOpen it and save it again.',
  )
  await openForm(page, `/admin/jobs/${id}`)
  await page.keyboard.press('Control+s')
  await expect(field(page, 'State')).toHaveValue('published')
  expect(await sql`select status, post_time from jobs where id = ${id}`).toEqual([
    { status: 'active', post_time: '01/01/2026 10:00 AM' },
  ])
})

test('a post time in the future is offered as a time to publish @both', async ({ page, tables, mark, add }) => {
  const title = uniqueTitle('In The Future')
  const day = inDays(1)
  const [year, month, date] = day.split('-')
  await openJob(page, title)
  await field(page, 'Post time').fill(`${date}/${month}/${year} 6:00 AM`)
  await expect(page.getByText(/The notice is public at once all the same/)).toBeVisible()
  await page.getByRole('button', { name: 'Schedule instead' }).click()
  await expect(field(page, 'State')).toBeFocused()
  await expect(field(page, 'State')).toHaveValue('scheduled')
  await expect(field(page, 'Publish at')).toHaveValue(`${date}/${month}/${year} 6:00 AM`)
  await expect(field(page, 'Post time')).toHaveValue('')
  await save(page)
  await expect(page).toHaveURL(/\/admin\/jobs$/)
  expect(await rowOf(tables, 'jobs', title)).toMatchObject({ status: 'inactive', post_time: '' })
  await tables.remove('jobs', Number((await rowOf(tables, 'jobs', title))['id']))

  await add('jobs', { title: `Dated ${mark}`, status: 'active' })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await page.getByRole('button', { name: `Post date of Dated ${mark}` }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(day)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('the notice stays public, and first in lists until then')
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the present time is not in the future for a form that was opened minutes ago', async ({ page, clock }) => {
  await hideServerTime(page)
  await clock.install()
  await openJob(page, uniqueTitle('Open For Minutes'))
  await clock.fastForward('02:00')
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await expect(field(page, 'Post time')).toHaveValue(/\d/)
  await expect(page.getByText(/The notice is public at once all the same/)).toHaveCount(0)
})

test('two people who change a plan at the same time are told', async ({ page, tables }) => {
  const title = uniqueTitle('Two Plans')
  const slug = title.toLowerCase().replaceAll(' ', '-')
  const { id } = await tables.insert('jobs', { title, slug, plan: { state: 'draft' } })
  await openForm(page, `/admin/jobs/${id}`)
  await field(page, 'State').selectOption('Hidden')
  await tables.patch('jobs', id, { plan: { state: 'scheduled', publish_at: `${inDays(2)}T00:00:00+05:30` } })
  await save(page)
  await expect(page.getByRole('dialog')).toContainText('Changed elsewhere with your account')
  await expect(page.getByRole('dialog')).toContainText('Scheduled')
})

test('a planned time that is typed while the notice is published is saved with its state', async ({
  page,
  tables,
  sql,
}) => {
  const title = uniqueTitle('Due Meanwhile')
  const slug = title.toLowerCase().replaceAll(' ', '-')
  const plan = { state: 'scheduled', publish_at: `${inDays(2)}T00:00:00+05:30` }
  const { id } = await tables.insert('jobs', { title, slug, plan })
  const status = async () => (await rowOf(tables, 'jobs', title))['status']
  await openForm(page, `/admin/jobs/${id}`)
  await field(page, 'Publish at').fill(`${inDays(3)}T18:30`)
  await sql`update notice_plans set publish_at = now() where content_table = 'jobs' and record_id = ${id}`
  await expect.poll(status).toBe('active')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Changed by someone else' })
  await dialog.getByRole('group', { name: 'Publish at' }).getByText('Keep mine').click()
  await expect(dialog.getByRole('group', { name: 'State' }).getByRole('radio', { name: /Keep mine/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  expect(await status()).toBe('inactive')
  const [stored] = await tables.get(`notice_plans?content_table=eq.jobs&record_id=eq.${id}`)
  expect(Date.parse(String(stored?.['publish_at']))).toBe(Date.parse(`${inDays(3)}T18:30:00+05:30`))
})

test('a notice that was published as planned while its form was open is not said to be changed by someone else', async ({
  page,
  tables,
  mark,
  sql,
}) => {
  const plan = { state: 'scheduled', publish_at: '2099-01-01T04:30:00Z' }
  const { id } = await tables.insert('jobs', { title: `Planned ${mark}`, slug: `planned-${mark}`, plan })
  const ofNotice = sql`content_table = 'jobs' and record_id = ${id}`
  const published = () => sql`select status from jobs where id = ${id}`
  const wait = () =>
    sql`update notice_plans set publish_at = '2026-01-01T04:30:00Z', retry_at = now() + interval '1 day' where ${ofNotice}`
  const publish = async () => {
    await sql`update notice_plans set retry_at = null where ${ofNotice}`
    await expect.poll(published).toEqual([{ status: 'active' }])
  }
  await wait()
  await openForm(page, `/admin/jobs/${id}`)
  await field(page, 'Location').fill('Goa')
  await publish()
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Published as planned' })
  await expect(dialog).toContainText('what you save now is public at once')
  await expect(dialog).toContainText('Changed as planned')
  await expect(dialog).not.toContainText(/someone|They|them/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Saved: Planned ${mark}`)).toBeVisible()
  await expect(field(page, 'State')).toHaveValue('published')
  expect(await sql`select location, status from jobs where id = ${id}`).toEqual([{ location: 'Goa', status: 'active' }])

  await tables.patch('jobs', Number(id), { plan })
  await wait()
  await openForm(page, `/admin/jobs/${id}`)
  await expect(field(page, 'State')).toHaveValue('scheduled')
  await publish()
  await page.keyboard.press('Control+s')
  await expect(page.getByText(`Saved: Planned ${mark}`)).toBeVisible()
  await expect(field(page, 'State')).toHaveValue('published')
  await tables.remove('jobs', Number(id))
})

test('an open form in which nothing is typed shows that its notice was published as planned', async ({
  page,
  tables,
  mark,
  sql,
}) => {
  const plan = { state: 'scheduled', publish_at: '2099-01-01T04:30:00Z' }
  const { id } = await tables.insert('jobs', { title: `Seen ${mark}`, slug: `seen-${mark}`, plan })
  const ofNotice = sql`content_table = 'jobs' and record_id = ${id}`
  await sql`update notice_plans set publish_at = '2026-01-01T04:30:00Z', retry_at = now() + interval '1 day' where ${ofNotice}`
  await openForm(page, `/admin/jobs/${id}`)
  await expect(field(page, 'State')).toHaveValue('scheduled')
  await sql`update notice_plans set retry_at = null where ${ofNotice}`
  await expect(field(page, 'State')).toHaveValue('published')
  await expect(page.getByText('Published as planned: the form shows it as it is now')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open page' })).toBeVisible()
  await expect(page.locator('.unsaved')).toHaveText('')
})

test('the page of a notice is offered only while visitors see it', async ({ page, add, mark }) => {
  const [hidden = 0, shown = 0] = await add(
    'jobs',
    { title: `Hidden ${mark}` },
    { title: `Shown ${mark}`, status: 'active' },
  )
  await openForm(page, `/admin/jobs/${shown}`)
  await expect(page.getByRole('link', { name: 'Open page' })).toBeVisible()
  await openForm(page, `/admin/jobs/${hidden}`)
  await expect(page.getByRole('link', { name: 'Open page' })).toHaveCount(0)
})
