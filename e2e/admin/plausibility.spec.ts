import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { addDays, formatDay, indianDay } from '#domain/dates.ts'
import { expect, expectConsoleError, test } from './admin-test.ts'
import { field, openForm, rowOf, save, uniqueTitle } from './record-form.ts'

const today = indianDay(Date.now())
const day = (days: number) => formatDay(addDays(today, days))

/** What the database knows is read at least once before a form is saved. */
const SURROUNDINGS = '**/rest/v1/rpc/notice_surroundings*'

test('a notice with implausible values is published by one press more, and not asked about again @both', async ({
  page,
  tables,
  sql,
}) => {
  const title = uniqueTitle('Slips of a Pen')
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await field(page, 'Application begins').fill(day(20))
  await field(page, 'Last date to apply').fill(day(10))
  await field(page, 'Minimum age').fill('30')
  await field(page, 'Maximum age').fill('18')
  await field(page, 'Total posts').fill('12')
  const order = `Last date to apply (${day(10)}) is before Application begins (${day(20)})`
  await expect(field(page, 'Last date to apply')).toHaveAccessibleDescription(order)
  await save(page)

  const summary = page.getByRole('alert').filter({ hasText: 'Are these 2 right?' })
  await expect(summary).toBeFocused()
  const ages = 'The maximum age (18) is below the minimum age (30)'
  await expect(summary.getByRole('link')).toHaveText([order, ages])
  await expect(summary).toContainText('Nothing is saved yet.')
  await expectNoViolations(page)
  expect(await sql`select from jobs where title = ${title}`).toHaveLength(0)
  await summary.getByRole('link', { name: ages }).click()
  await expect(field(page, 'Maximum age')).toBeFocused()
  await field(page, 'Maximum age').fill('35')
  await expect(page.locator('.field-warnings').filter({ hasText: ages })).toHaveCount(0)

  const publish = summary.getByRole('button', { name: 'Publish anyway' })
  await publish.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  const row = await rowOf(tables, 'jobs', title)
  expect(row).toMatchObject({ age_max: 35, total_posts: 12 })

  // What is public already is not asked about again, and shown beside its field.
  await openForm(page, `/admin/jobs/${Number(row['id'])}`)
  await expect(page.locator('.field-warnings')).toHaveText([order])
  await field(page, 'Total posts').fill('13')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  await field(page, 'Last date to apply').fill(day(9))
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await expect.poll(async () => (await rowOf(tables, 'jobs', title))['apply_end_date']).toBe(addDays(today, 9))
  await tables.remove('jobs', Number(row['id']))
})

test('a draft is stored without a question, and asked about when it becomes public', async ({ page, tables }) => {
  const title = `Without a Year ${crypto.randomUUID().replaceAll(/\d/g, 'x')}`
  await openForm(page, '/admin/results/new')
  await field(page, 'Title').fill(title)
  await field(page, 'State').selectOption('draft')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  await field(page, 'State').selectOption('published')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').getByText('The title names no year')).toBeVisible()
  // Ctrl+Enter again asks again: only the button publishes.
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Is this right?' })).toBeFocused()
  expect(await rowOf(tables, 'results', title)).toMatchObject({ status: 'inactive' })
  await page.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(page).toHaveURL(/\/admin\/results$/)
  const row = await rowOf(tables, 'results', title)
  expect(row).toMatchObject({ status: 'published' })
  await tables.remove('results', Number(row['id']))
})

test('similar titles and unofficial links are found with the help of the database, whose silence holds up no save', async ({
  page,
  tables,
  sql,
  mark,
  consoleErrors,
}) => {
  const [organization] = await sql`insert into organizations (name, slug, website_url)
    values (${`Board ${mark}`}, ${`board-${mark}`}, 'https://www.board.example') returning id`
  const organizationId = Number(organization?.['id'])
  const title = uniqueTitle('Board Clerk')
  const stored = { title: `${title} Recruitment`, slug: `stored-${mark}`, organization_id: organizationId }
  await sql`insert into jobs ${sql({ ...stored, status: 'active', apply_link: 'https://apply.board.example/' })}`
  const [job] = await sql`select id from jobs where slug = ${stored.slug}`

  await openForm(page, `/admin/jobs/new?from=${job?.['id']}`)
  await field(page, 'Title').fill(title)
  await field(page, 'Apply link').fill('https://board.example.evil.example/')
  await save(page)
  const summary = page.getByRole('alert').filter({ hasText: 'Are these 2 right?' })
  await expect(summary.getByRole('link')).toHaveText([
    `The organization already has a notice “${stored.title}”`,
    'Apply link: board.example.evil.example is neither an official domain nor the organization’s website',
  ])
  await page.route(SURROUNDINGS, (route) => route.abort('connectionreset'))
  await field(page, 'Apply link').fill('https://other.example/')
  await save(page)
  await expect(page.getByText(`Saved: ${title}`, { exact: true })).toBeVisible()
  expectConsoleError(consoleErrors, /ERR_CONNECTION_RESET/)
  await tables.remove('jobs', Number((await rowOf(tables, 'jobs', title))['id']))
  await sql`delete from jobs where slug = ${stored.slug}`
  await sql`delete from organizations where id = ${organizationId}`
})

test('links are checked from the form, and each field shows its result @both', async ({ page }) => {
  await openForm(page, '/admin/jobs/new')
  const check = page.getByRole('button', { name: 'Check links' })
  await check.click()
  await expect(page.getByText('There is no link to check')).toBeVisible()
  await field(page, 'Apply link').fill('http://169.254.169.254/latest/meta-data/')
  await field(page, 'Official website').fill('http://localhost:6379/')
  await check.click()
  const result = (text: string) =>
    page.getByText(new RegExp(`^Checked \\d\\d-\\d\\d-\\d{4}: could not be checked: ${text}`))
  await expect(result('the address is not public')).toBeVisible()
  await expect(result('only the usual ports')).toBeVisible()
  await field(page, 'Apply link').fill('')
  await expect(result('the address is not public')).toHaveCount(0)
})

test('dead links are counted, listed by notice, shown in its form, and checked again @both', async ({
  page,
  sql,
  mark,
}) => {
  const link = `http://127.0.0.1:6379/${mark}`
  const [job] = await sql`insert into jobs (title, slug, notification_link)
    values (${`Dead 2026 ${mark}`}, ${`dead-${mark}`}, ${link}) returning id`
  const id = Number(job?.['id'])
  await sql`insert into links.checked (link, outcome, status, checked_at, failing_since)
    values (${link}, 'fails', 404, '2026-11-22T20:00:00Z', '2026-11-21T20:00:00Z')`
  await sql`insert into links.uses values ('jobs', ${id}, 'notification_link', ${link})`
  await page.goto('/admin/dead-links')
  await expect(page).toHaveTitle('Dead Links | Suchana')
  await expect(page.getByRole('link', { name: /^Dead Links [1-9]/ })).toBeVisible()
  const article = page.getByRole('article').filter({ hasText: mark })
  await expect(article).toContainText('1 dead link')
  await expect(article.getByText('answers 404 since 22-11-2026')).toBeVisible()
  await expectNoViolations(page)

  await article.getByRole('link', { name: `Dead 2026 ${mark}` }).click()
  await expect(field(page, 'Notification link')).toHaveAccessibleDescription('Notification link is dead: answers 404')
  await expect(page.getByText('Checked 23-11-2026: answers 404')).toBeVisible()

  await page.goBack()
  await article.getByRole('button', { name: `Check again Dead 2026 ${mark}` }).click()
  // What cannot be checked is not called dead.
  await expect(article).toHaveCount(0)
  await sql`delete from jobs where id = ${id}`
})
