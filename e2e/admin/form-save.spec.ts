import type { Page, Route } from '@playwright/test'
import { hold } from '#e2e/visitor/browser-test.ts'
import { loseAnswer } from './lost-answer.ts'
import { field, openForm, rowOf, save, uniqueTitle } from './record-form.ts'
import { expect, expectConsoleError, test } from './admin-test.ts'
import type { Tables } from './table-calls.ts'

const start = { status: 'active', post_time: '20/11/2026 9:05 AM' }

/** Stores a job before the test begins. */
async function storedJob(tables: Tables, words: string) {
  const title = uniqueTitle(words)
  const slug = title.toLowerCase().replaceAll(' ', '-')
  return { title, slug, ...(await tables.insert('jobs', { ...start, title, slug })) }
}

/** Lets the next write reach the database, and replaces its response. */
function loseResponse(page: Page, method: string, respond: (route: Route) => Promise<void>): Promise<void> {
  return loseAnswer(page, { path: '**/rest/v1/jobs?*', method, respond })
}

function writesOf(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/rest/v1/jobs' && request.method() !== 'GET')
      writes.push(`${request.method()} ${request.postData()}`)
  })
  return writes
}

test('a double click and pressing Ctrl+S twice save the form once', async ({ page, tables }) => {
  const title = uniqueTitle('Saved Once')
  const writes = writesOf(page)
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/admin\/jobs\/\d+$/)
  await expect(field(page, 'Title')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Edit job' })).toBeVisible()
  await field(page, 'Location').fill('Bihar')
  await page.getByRole('button', { name: 'Save changes' }).dblclick()
  await expect(page).toHaveURL(/\/admin\/jobs$/)
  expect(writes).toEqual([expect.stringMatching(/^POST /), 'PATCH {"location":"Bihar"}'])
  const row = await rowOf(tables, 'jobs', title)
  await tables.remove('jobs', Number(row['id']))
})

test('a new record that the browser has sent a second time is stored once, and stays the one of its form', async ({
  page,
  tables,
  consoleErrors,
}) => {
  const title = uniqueTitle('Sent Twice')
  // A browser does so when the connection is closed before the answer has begun.
  await loseResponse(page, 'POST', async (route) => route.fulfill({ response: await route.fetch() }))
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await page.keyboard.press('Control+s')
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  expectConsoleError(consoleErrors, /status of 409/)
  const row = await rowOf(tables, 'jobs', title)
  await expect(page).toHaveURL(`/admin/jobs/${String(row['id'])}`)
  await tables.remove('jobs', Number(row['id']))
})

test('what is typed and saved while an earlier save is on its way is saved after it, and the form is closed', async ({
  page,
  tables,
}) => {
  const { id, title } = await storedJob(tables, 'Typed On')
  const location = async () => (await rowOf(tables, 'jobs', title))['location']
  await openForm(page, `/admin/jobs/${id}`)
  const release = await hold(page, /rest\/v1\/jobs\?id=eq/)
  await field(page, 'Location').fill('Goa')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saving...')).toBeVisible()
  await field(page, 'Location').fill('Kerala')
  await page.keyboard.press('Control+Enter')
  await release()
  await expect(page).toHaveURL('/admin/jobs')
  expect(await location()).toBe('Kerala')
})

test('two admins who save the same title at the same time get different slugs', async ({
  page,
  context,
  tables,
  consoleErrors,
}) => {
  const title = uniqueTitle('Same Title')
  const other = await context.newPage()
  for (const editor of [page, other]) {
    await openForm(editor, '/admin/jobs/new')
    await field(editor, 'Title').fill(title)
    // Neither page sees the slug of the other when it checks which ones are taken.
    await editor.route('**/rest/v1/jobs?select=slug*', (route) => route.fulfill({ json: [] }))
  }
  await Promise.all([page, other].map((editor) => save(editor)))
  await Promise.all([page, other].map((editor) => expect(editor.getByText(`Saved: ${title}`)).toBeVisible()))
  const rows = await tables.get(`jobs?title=eq.${encodeURIComponent(title)}&order=slug`)
  const slug = title.toLowerCase().replaceAll(' ', '-')
  expect(rows.map((row) => row['slug'])).toEqual([slug, `${slug}-1`])
  for (const row of rows) await tables.remove('jobs', Number(row['id']))
  // The second insert conflicts with the first.
  expectConsoleError(consoleErrors, /status of 409/)
})

test('the form shows the address while typing, and the next free one if it is taken', async ({ page, tables }) => {
  const taken = await storedJob(tables, 'Taken Title')
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(taken.title)
  await expect(page.getByText(`“${taken.slug}” is taken: it becomes ${taken.slug}-1`)).toBeVisible()
  await field(page, 'Title').fill(`${taken.title} भर्ती`)
  await expect(page.getByText(`/jobs/${taken.slug}-bharti`).first()).toBeVisible()
  await expect(page.getByText('Free', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Change slug' }).click()
  await field(page, 'Slug').fill('My Own  Address!')
  await field(page, 'Slug').blur()
  await expect(field(page, 'Slug')).toHaveValue('my-own-address')
  await page.getByRole('button', { name: 'From the title' }).click()
  await expect(page.getByText(`/jobs/${taken.slug}-bharti`).first()).toBeVisible()
})

test('a changed title does not change the slug, and a changed slug redirects the old address', async ({
  page,
  request,
  tables,
}) => {
  const job = await storedJob(tables, 'Moving Job')
  await openForm(page, `/admin/jobs/${job.id}`)
  await field(page, 'Title').fill(`${job.title} corrected`)
  await page.keyboard.press('Control+s')
  await expect(page.getByText(`Saved: ${job.title} corrected`)).toBeVisible()
  await page.getByRole('button', { name: 'Change slug' }).click()
  await field(page, 'Slug').fill(`${job.slug}-moved`)
  await expect(page.getByText('The old address leads to the new one.')).toBeVisible()
  await save(page)
  await expect(page).toHaveURL(/\/admin\/jobs$/)
  const response = async () => {
    const moved = await request.get(`/jobs/${job.slug}`, { maxRedirects: 0 })
    return [moved.status(), moved.headers()['location']]
  }
  await expect.poll(response).toEqual([301, `/jobs/${job.slug}-moved`])
})

test('saving again after a lost response stores the record once', async ({ page, tables, consoleErrors }) => {
  const title = uniqueTitle('Lost Reply')
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await loseResponse(page, 'POST', (route) => route.abort('connectionreset'))
  await save(page)
  const problem = page.getByRole('alert').filter({ hasText: 'An error occurred while saving the data' })
  await expect(problem).toBeFocused()
  await expect(problem).toContainText('Save again: it is stored once.')
  await field(page, 'Location').fill('Bihar')
  await save(page)
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  expect(await rowOf(tables, 'jobs', title)).toMatchObject({
    location: 'Bihar',
    slug: title.toLowerCase().replaceAll(' ', '-'),
  })
  expectConsoleError(consoleErrors, /ERR_CONNECTION_RESET/)
})

test('a change whose response was lost counts as saved the next time', async ({ page, tables, consoleErrors }) => {
  const job = await storedJob(tables, 'Lost Change')
  await openForm(page, `/admin/jobs/${job.id}`)
  await field(page, 'Location').fill('Goa')
  await loseResponse(page, 'PATCH', (route) => route.abort('connectionreset'))
  await save(page)
  await expect(page.getByRole('alert').filter({ hasText: 'An error occurred while saving the data' })).toBeVisible()
  await save(page)
  await expect(page.getByText(`Saved: ${job.title}`)).toBeVisible()
  await tables.remove('jobs', job.id)
  expectConsoleError(consoleErrors, /ERR_CONNECTION_RESET/)
})

test('an error of the database is shown in the summary and at its field', async ({ page, consoleErrors }) => {
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(uniqueTitle('Rejected'))
  await page.route('**/rest/v1/jobs?select=*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: {
            code: '23514',
            message: 'new row for relation "jobs" violates check constraint "jobs_location_check"',
          },
        })
      : route.continue(),
  )
  await save(page)
  const words = 'new row for relation "jobs" violates check constraint "jobs_location_check"'
  await expect(page.getByRole('alert').getByRole('heading', { name: words })).toBeVisible()
  await expect(field(page, 'Location')).toHaveAccessibleDescription(new RegExp('jobs_location_check'))
  expectConsoleError(consoleErrors, /status of 400/)
})

test('a response without the record is reported as an error', async ({ page, tables }) => {
  const title = uniqueTitle('Nothing Returned')
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await loseResponse(page, 'POST', (route) => route.fulfill({ status: 201, json: [] }))
  await save(page)
  await expect(page.getByRole('alert').getByText('No data returned from the provider after operation')).toBeVisible()
  await save(page)
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  const row = await rowOf(tables, 'jobs', title)
  await tables.remove('jobs', Number(row['id']))
})

test('a record that cannot be loaded shows the reason and can be loaded again', async ({
  page,
  tables,
  consoleErrors,
}) => {
  const job = await storedJob(tables, 'Load Later')
  await page.route('**/rest/v1/jobs?select=*', (route) =>
    route.fulfill({ status: 400, json: { code: '57014', message: 'canceling statement due to statement timeout' } }),
  )
  await page.goto(`/admin/jobs/${job.id}`)
  const words = 'Failed to load item for editing: canceling statement due to statement timeout'
  await expect(page.getByRole('alert').getByText(words)).toBeVisible()
  await page.unroute('**/rest/v1/jobs?select=*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(field(page, 'Title')).toHaveValue(job.title)
  await tables.remove('jobs', job.id)
  await page.goto(`/admin/jobs/${job.id}`)
  await expect(page.getByRole('alert').getByText(/^Failed to load item for editing: /)).toBeVisible()
  expectConsoleError(consoleErrors, /status of 400/)
})

test('Save and add another opens an empty form; Duplicate copies all fields except the unique ones @both', async ({
  page,
  tables,
}) => {
  const title = uniqueTitle('Another One')
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await page.getByLabel('Quick link').selectOption('Yes')
  await field(page, 'Fee: General/OBC').fill('500')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  await expect(field(page, 'Title')).toHaveValue('')
  await expect(field(page, 'Title')).toBeFocused()
  await expect(field(page, 'Fee: General/OBC')).toHaveValue('')

  await page.getByRole('link', { name: 'Edit again' }).click()
  await expect(field(page, 'Title')).toHaveValue(title)
  await page.getByRole('link', { name: 'Duplicate' }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { name: 'New job' })).toBeVisible()
  await expect(field(page, 'Title')).toHaveValue(title)
  await expect(field(page, 'Fee: General/OBC')).toHaveValue('500')
  await expect(page.getByLabel('Quick link')).toHaveValue('no')
  await expect(field(page, 'Post time')).toHaveValue('')
  await save(page)
  await expect(page).toHaveURL(/\/admin\/jobs$/)
  const rows = await tables.get(`jobs?title=eq.${encodeURIComponent(title)}&order=id`)
  const slug = title.toLowerCase().replaceAll(' ', '-')
  expect(rows.map((row) => [row['slug'], row['is_quick_link'], row['fee_general']])).toEqual([
    [slug, true, 500],
    [`${slug}-1`, false, 500],
  ])
  for (const row of rows) await tables.remove('jobs', Number(row['id']))
})
