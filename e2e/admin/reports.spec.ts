import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { expect, markChecked, test } from './admin-test.ts'

const PATH = '/admin/mistake-reports'

test('reports are listed by notice with a link to its form, until they are done @both', async ({ page, sql, mark }) => {
  const [job] =
    await sql`insert into jobs (title, slug) values (${`Reported ${mark}`}, ${`reported-${mark}`}) returning id`
  const id = Number(job?.['id'])
  const hostile = '<img src=x onerror="alert(1)">'
  for (const [reason, message] of [
    ['date', null],
    ['other', hostile],
  ] as const)
    await sql`insert into mistake_reports (content_table, record_id, reason, message) values ('jobs', ${id}, ${reason}, ${message})`
  await page.goto(PATH)
  await expect(page).toHaveTitle('Mistake Reports | Suchana')
  const article = page.getByRole('article').filter({ hasText: mark })
  await expect(article.getByText('2 reports')).toBeVisible()
  await expect(article.getByRole('listitem')).toHaveText([/^Something else .*onerror/, /^A date is wrong/])
  await expect(article.getByRole('link', { name: `Reported ${mark}` })).toHaveAttribute('href', `/admin/jobs/${id}`)
  await expectNoViolations(page)
  await article.getByRole('button', { name: `Done Reported ${mark}` }).click()
  await expect(page.getByText(`Reports done: Reported ${mark}`)).toBeVisible()
  await expect(article).toHaveCount(0)
  expect(await sql`select from mistake_reports where record_id = ${id} and done_at is null`).toHaveLength(0)
  await sql`delete from jobs where id = ${id}`
})

test('a notice is checked against its source in its form, and its page says so', async ({ page, sql, mark }) => {
  const [job] =
    await sql`insert into jobs (title, slug) values (${`Checked ${mark}`}, ${`checked-${mark}`}) returning id`
  const id = Number(job?.['id'])
  await page.goto(`/jobs/checked-${mark}`)
  await expect(page.getByText('Last checked on')).toHaveCount(0)
  await page.goto(`/admin/jobs/${id}`)
  await expect(page.getByText('Not checked yet')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill(`Checked again ${mark}`)
  await page.getByRole('button', { name: 'Checked against the source' }).click()
  await expect(page.getByText(/^Last checked \d\d-\d\d-\d{4}$/)).toBeVisible()
  // A check neither saves the form nor makes it stale.
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(`Checked again ${mark}`).first()).toBeVisible()
  await page.goto(`/jobs/checked-${mark}`)
  await expect(page.getByText(/^Last checked on \d\d-\d\d-\d{4}$/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Checked again ${mark}`)
  await sql`delete from jobs where id = ${id}`
})

test('selected notices are checked at once', async ({ page, sql, mark }) => {
  await sql`insert into syllabus (title, slug) values (${`One ${mark}`}, ${`one-${mark}`}), (${`Two ${mark}`}, ${`two-${mark}`})`
  await page.goto('/admin/syllabus')
  for (const name of ['One', 'Two']) await page.getByRole('checkbox', { name: `Select ${name} ${mark}` }).check()
  await markChecked(page)
  await expect(page.getByText('Checked against the source: 2 syllabus')).toBeVisible()
  const checked =
    await sql`select checked_at > now() - interval '1 hour' as recent from syllabus where strpos(slug, ${mark}) > 0`
  expect(checked).toEqual([{ recent: true }, { recent: true }])
  await sql`delete from syllabus where strpos(slug, ${mark}) > 0`
})
