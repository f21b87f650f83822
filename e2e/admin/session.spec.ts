import type { Clock, Page } from '@playwright/test'
import {
  endSessionsAt,
  expect,
  expectSignInPage,
  expireToken,
  expectConsoleError,
  openAdmin,
  openTab,
  PASSWORD,
  allowConsoleError,
  respondWithError,
  rowOf,
  signIn,
  test,
  WITHOUT_SESSION,
} from './admin-test.ts'
import { field, openForm, save } from './record-form.ts'

/** Tests that end sessions: each signs in with a session of its own. */
test.use({ isSignedIn: false })

test.beforeEach(async ({ page, newAccount, consoleErrors }) => {
  allowConsoleError(consoleErrors, WITHOUT_SESSION)
  await openAdmin(page, (await newAccount('admin')).email)
})

const problem = 'Failed to logout. Please try again.'

test('signing in, and opening a page, each read the role once', async ({ page, newAccount }) => {
  const reads: string[] = []
  page.on('request', (request) => request.url().endsWith('/rpc/staff_access') && reads.push(request.url()))
  await openTab(page, '/admin/results')
  expect(reads).toHaveLength(1)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectSignInPage(page)
  await signIn(page, (await newAccount('admin')).email)
  await expect(page).toHaveURL('/admin')
  expect(reads).toHaveLength(2)
})

test('signing out shows the sign-in page, also in other tabs of the browser', async ({ page, context }) => {
  const other = await context.newPage()
  await openTab(other, '/admin/results')
  const signOuts: string[] = []
  page.on('request', (request) => request.url().includes('/auth/v1/logout') && signOuts.push(request.url()))
  await page.getByRole('button', { name: 'Sign out' }).dblclick()
  await expectSignInPage(page)
  await expect(other).toHaveURL('/admin/login')
  expect(signOuts).toHaveLength(1)
  expect(signOuts[0], 'other browsers of the same user stay signed in').toContain('scope=local')
  expect(await page.evaluate(() => localStorage.getItem('auth_tokens'))).toBe(null)
  await page.goto('/admin/jobs')
  await expect(page).toHaveURL('/admin/login')
})

test('signing in again in one tab lets the others go on where they were', async ({ page, context, sql, add, mark }) => {
  const [id = 0] = await add('jobs', { title: `Clerk ${mark}` })
  await openForm(page, `/admin/jobs/${id}`)
  await field(page, 'Title').fill(`Typed ${mark}`)
  const other = await context.newPage()
  await openTab(other, '/admin/results')
  const email = await endSessionsAt(page, { sql, method: 'PATCH' })
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL('/admin/login')
  const third = await context.newPage()
  await third.goto('/admin/login')
  await signIn(third, email)
  await expect(other).toHaveURL('/admin/results')
  await expect(dialog).toBeHidden()
  await expect
    .poll(async () => (await sql`select title from jobs where id = ${id}`)[0])
    .toEqual({ title: `Typed ${mark}` })
})

test('the work of one person is not saved as that of another who signs in in another tab', async ({
  page,
  context,
  sql,
  add,
  mark,
  newAccount,
}) => {
  const [id = 0] = await add('jobs', { title: `Clerk ${mark}` })
  await openForm(page, `/admin/jobs/${id}`)
  await field(page, 'Title').fill(`Typed ${mark}`)
  const email = await endSessionsAt(page, { sql, method: 'PATCH' })
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()

  const colleague = await newAccount('admin')
  const other = await context.newPage()
  await other.goto('/admin/login')
  await signIn(other, colleague.email)
  await expect(other).toHaveURL('/admin')
  await expect(dialog.getByRole('alert').filter({ hasText: colleague.email })).toBeVisible()
  expect(await sql`select title from jobs where id = ${id}`).toEqual([{ title: `Clerk ${mark}` }])
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog).toBeHidden()
  const author = () => sql`select title, people.name as author from jobs join history.changes on row_id = jobs.id
    join history.people on people.id = actor where jobs.id = ${id} order by changes.id desc limit 1`
  await expect.poll(author).toEqual([{ title: `Typed ${mark}`, author: email }])
})

test('a sign-out that fails shows an error, keeps the session, and can be repeated', async ({
  page,
  consoleErrors,
}) => {
  await respondWithError(page, { method: 'POST', path: /auth\/v1\/logout/, message: 'away' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText(problem)).toBeVisible()
  await expect(page).toHaveURL('/admin')
  expectConsoleError(consoleErrors, /status of 400/)
  await page.unroute(/auth\/v1\/logout/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/admin/login')
})

test('a change with an ended session asks to sign in again, and is made afterwards', async ({
  page,
  sql,
  add,
  mark,
  consoleErrors,
}) => {
  await add('jobs', { title: `Clerk ${mark}`, is_quick_link: false })
  await openTab(page, `/admin/jobs?text=${mark}`)
  const email = await endSessionsAt(page, { sql, method: 'PATCH' })

  await page.getByRole('button', { name: `Quick Link Clerk ${mark}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toContainText('nothing on this page is lost')
  await expect(page, 'the page stays').toHaveURL(new RegExp(`text=${mark}`))
  await signIn(page, email)
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`Signed in again as ${email}`)).toBeVisible()
  await expect(page.getByText(`Quick Link turned on for Clerk ${mark}`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Quick Link Clerk ${mark}` })).toHaveAttribute('aria-pressed', 'true')
  const [row] = await sql`select is_quick_link from jobs where title = ${`Clerk ${mark}`}`
  expect(row).toEqual({ is_quick_link: true })
  expectConsoleError(consoleErrors, WITHOUT_SESSION)
})

test('a change is reverted if the user does not sign in again', async ({ page, sql, add, mark, consoleErrors }) => {
  await add('jobs', { title: `Clerk ${mark}` })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await endSessionsAt(page, { sql, method: 'POST', path: /rpc\/delete_rows/ })
  await page.getByRole('button', { name: `Delete Clerk ${mark}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Not now' }).click()
  await expect(rowOf(page, `Clerk ${mark}`)).toBeVisible()
  await expect(page.getByText('Failed to delete: Your session has ended.')).toBeVisible()
  expectConsoleError(consoleErrors, WITHOUT_SESSION)
})

test('a user whose role is removed is sent to the sign-in page at the next change of the session', async ({
  page,
  sql,
}) => {
  const id = await page.evaluate(() => JSON.parse(localStorage.getItem('auth_tokens') ?? '{}').user.id as string)
  await sql`update profiles set role = 'user' where id = ${id}`
  await page.evaluate(() => {
    const channel = new BroadcastChannel('auth_tokens')
    const session: unknown = JSON.parse(localStorage.getItem('auth_tokens') ?? 'null')
    channel.postMessage({ event: 'TOKEN_REFRESHED', session })
  })
  await expectSignInPage(page, 'Access Denied. Admins only.')
})

const TOKEN = /auth\/v1\/token/

/** Lets the time of the page pass until something has happened. */
const pass = (clock: Clock, happened: () => Promise<boolean>) =>
  expect.poll(async () => (await happened()) || (await clock.runFor(5_000), false)).toBe(true)

function warningsOf(page: Page): string[] {
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  return warnings
}

test('an open form, its text and its session stay when the session cannot be renewed', async ({
  page,
  mark,
  tables,
  consoleErrors,
  clock,
}) => {
  const warnings = warningsOf(page)
  await clock.install()
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(`Session 2026 ${mark}`)
  await page.route(TOKEN, (route) => route.fulfill({ status: 503, body: '' }))
  await expireToken(page)
  await save(page)
  await pass(clock, () => page.locator('.error-summary').isVisible())
  await expect(page.locator('.error-summary')).toContainText('The site could not be reached. Please try again.')
  // The counts of the tabs are read every minute, which checks the session when it cannot be renewed.
  await pass(clock, () =>
    Promise.resolve(warnings.some((warning) => warning.startsWith('The session could not be checked'))),
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/admin/jobs/new')
  await expect(field(page, 'Title')).toHaveValue(`Session 2026 ${mark}`)
  expect(await page.evaluate(() => localStorage.getItem('auth_tokens'))).not.toBe(null)

  await page.unroute(TOKEN)
  const stored = () => tables.get<{ id: number }>(`jobs?title=eq.Session 2026 ${mark}&select=id`)
  await save(page)
  const anyway = page.getByRole('button', { name: 'Publish anyway' })
  const saved = page.getByText(`Saved: Session 2026 ${mark}`)
  await expect(anyway.or(saved)).toBeVisible()
  if (await anyway.isVisible()) await anyway.click()
  await expect(saved).toBeVisible()
  await tables.remove('jobs', (await stored())[0]?.id ?? 0)
  expectConsoleError(consoleErrors, /status of 503/)
})

test('a session that cannot be renewed at first is checked again, and goes on in one step', async ({
  page,
  consoleErrors,
  clock,
}) => {
  const warnings = warningsOf(page)
  // Before the session expires: the open page would renew it.
  await page.route(TOKEN, (route) => route.fulfill({ status: 503, body: '' }))
  await expireToken(page)
  await clock.install()
  await page.goto('/admin/results')
  await expect(page.getByText('Please wait while we verify your credentials.')).toBeVisible()
  await pass(clock, () => page.getByRole('alert').getByText('Your session goes on as soon as').isVisible())
  await expect(page).toHaveURL('/admin/login')
  expect(warnings.join('\n')).toMatch(/The session was not checked in time|The session could not be checked/)
  await page.unroute(TOKEN)
  await pass(clock, () => page.getByRole('heading', { level: 1, name: /^Results/ }).isVisible())
  await expect(page).toHaveURL('/admin/results')
  expectConsoleError(consoleErrors, /status of 503/)
})

test('a session whose check is rejected by a limit of calls is checked again, and goes on', async ({
  page,
  consoleErrors,
}) => {
  let checks = 0
  await page.route('**/rpc/staff_access*', (route) => {
    checks += 1
    return checks === 1 ? route.fulfill({ status: 429, body: '' }) : route.continue()
  })
  await page.goto('/admin/results')
  await expect(page.getByRole('heading', { level: 1, name: /^Results/ })).toBeVisible()
  await expect(page).toHaveURL('/admin/results')
  expect(checks).toBeGreaterThan(1)
  expectConsoleError(consoleErrors, /status of 429/)
})

test('a session that the server refuses to renew ends', async ({ page, consoleErrors }) => {
  // Before the session expires: the open page would renew it.
  let refusals = 0
  await page.route(TOKEN, (route) => {
    refusals += 1
    return route.fulfill({
      status: 400,
      json: { code: 400, error_code: 'refresh_token_not_found', msg: 'no such token' },
    })
  })
  await expireToken(page)
  await page.goto('/admin/results')
  await expectSignInPage(page)
  expect(await page.evaluate(() => localStorage.getItem('auth_tokens'))).toBe(null)
  expect(refusals).toBeGreaterThan(0)
  // The browser may not report the error of a document that is being replaced by the sign-in page.
  allowConsoleError(consoleErrors, /status of 400/)
})
