import type { Page } from '@playwright/test'
import { SAVE_TIMEOUT_MS } from '#domain/limits.ts'
import {
  allowConsoleError,
  expect,
  expectSignInPage,
  expireToken,
  openAdmin,
  signIn,
  test,
  WITHOUT_SESSION,
} from './admin-test.ts'
import { pdf } from '#test/pdf.ts'
import { codeOf } from './authenticator.ts'
import { loseAnswer } from './lost-answer.ts'
import { field, openForm, save } from './record-form.ts'

/** Calls of the sign-in that the network accepts and never answers, or answers too late. */
test.use({ isSignedIn: false })

const UNREACHED = 'The site could not be reached. Please try again.'

/** Accepts requests and never answers. @returns a function that lets requests pass again */
async function hang(page: Page, path: RegExp): Promise<() => Promise<void>> {
  await page.route(path, () => {})
  return () => page.unroute(path)
}

test('a sign-in without an answer ends with an error, and can be repeated', async ({ page, clock, newAccount }) => {
  const { email } = await newAccount('editor')
  await clock.install()
  await page.goto('/admin/login')
  const release = await hang(page, /auth\/v1\/token/)
  await signIn(page, email)
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  await clock.fastForward(SAVE_TIMEOUT_MS)
  await expect(page.getByText(UNREACHED)).toBeVisible()
  await release()
  await signIn(page, email)
  await expect(page).toHaveURL('/admin')
})

test('a sign-out without an answer ends with an error, and can be repeated', async ({
  page,
  clock,
  newAccount,
  consoleErrors,
}) => {
  await clock.install()
  await openAdmin(page, (await newAccount('editor')).email)
  const release = await hang(page, /auth\/v1\/logout/)
  const signOut = page.getByRole('button', { name: 'Sign out' })
  const isSent = page.waitForRequest(/auth\/v1\/logout/)
  await signOut.click()
  await isSent
  await clock.fastForward(SAVE_TIMEOUT_MS)
  await expect(page.getByText('Failed to logout. Please try again.')).toBeVisible()
  await release()
  await signOut.click()
  allowConsoleError(consoleErrors, WITHOUT_SESSION)
  await expectSignInPage(page)
})

test('a save that waits for the refresh of its session goes on when the refresh is sent again', async ({
  page,
  clock,
  mark,
  sql,
  add,
  newAccount,
}) => {
  const [id = 0] = await add('jobs', { title: `Clerk ${mark}` })
  await clock.install()
  await openAdmin(page, (await newAccount('editor')).email)
  await openForm(page, `/admin/jobs/${id}`)
  await field(page, 'Title').fill(`Typed ${mark}`)
  await loseAnswer(page, { path: /auth\/v1\/token/, method: 'POST', respond: () => Promise.resolve() })
  await expireToken(page)
  const isSent = page.waitForRequest(/auth\/v1\/token/)
  await save(page)
  await isSent
  await clock.fastForward(SAVE_TIMEOUT_MS)
  await expect
    .poll(async () => (await clock.runFor(1_000), (await sql`select title from jobs where id = ${id}`)[0]))
    .toEqual({ title: `Typed ${mark}` })
})

test('a code that was taken is accepted again when its answer was lost more than ten seconds ago', async ({
  page,
  clock,
  newAccount,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, /ERR_FAILED/)
  const { email } = await newAccount('editor')
  await clock.install()
  await openAdmin(page, email)
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Set up' }).click()
  const key = (await page.locator('.enroll code').textContent()) ?? ''
  const confirm = page.getByRole('button', { name: 'Confirm code' })
  const code = codeOf(key)
  await page.getByLabel('Code').fill(code)
  await loseAnswer(page, { path: /factors\/[^/]+\/verify/, method: 'POST' })
  await confirm.click()
  await expect(page.getByText(UNREACHED)).toBeVisible()
  await clock.fastForward(11_000)
  await confirm.click()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
})

test('a second factor that was turned off without an answer is not said to be on still', async ({
  page,
  newAccount,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, /status of (4\d\d|502)/)
  const { email } = await newAccount('editor')
  await openAdmin(page, email)
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Set up' }).click()
  const key = (await page.locator('.enroll code').textContent()) ?? ''
  await page.getByLabel('Code').fill(codeOf(key))
  await page.getByRole('button', { name: 'Confirm code' }).click()
  const answer = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }
  await loseAnswer(page, { path: /auth\/v1\/factors\/[^/]+$/, method: 'DELETE', respond: (r) => r.fulfill(answer) })
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed:' })).toContainText('It may be done all the same')
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('the slug of a new record whose answer was lost is not said to be taken', async ({
  page,
  mark,
  sql,
  newAccount,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, /ERR_FAILED/)
  await openAdmin(page, (await newAccount('editor')).email)
  await openForm(page, '/admin/organizations/new')
  await loseAnswer(page, { path: /rest\/v1\/organizations/, method: 'POST' })
  await field(page, 'Name').fill(`Board ${mark}`)
  await save(page)
  await expect(page.locator('.error-summary')).toBeVisible()
  expect(await sql`select name from organizations where slug = ${`board-${mark}`}`).toHaveLength(1)
  await field(page, 'Name').fill(`Council ${mark}`)
  const slug = page.locator('.slug-line')
  await expect(slug).toContainText(new RegExp(`council-${mark}.*Free`))
  await field(page, 'Name').fill(`Board ${mark}`)
  await expect(slug).toContainText(new RegExp(`board-${mark}.*(Free|is taken)`))
  await expect(slug).not.toContainText('is taken')
  await save(page)
  await expect(page).toHaveURL('/admin/organizations')
  expect(await sql`delete from organizations where strpos(name, ${mark}) > 0 returning slug`).toEqual([
    { slug: `board-${mark}` },
  ])
})

test('an upload without an answer ends with an error, and can be repeated', async ({
  page,
  clock,
  mark,
  newAccount,
}) => {
  await clock.install()
  await openAdmin(page, (await newAccount('editor')).email)
  await openForm(page, '/admin/documents/new')
  const release = await hang(page, /storage\/v1\/object/)
  const buffer = pdf(mark)
  await field(page, 'File for File address').setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByRole('progressbar', { name: 'Upload of a.pdf' })).toBeVisible()
  await clock.fastForward(SAVE_TIMEOUT_MS + buffer.length)
  await expect(page.getByText('a.pdf: The upload broke off.')).toBeVisible()
  await release()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(field(page, 'File address')).toHaveValue(/\/storage\/v1\/object\/public\/notices\//)
})

test('a save after a refresh that failed is stored as soon as the site answers again', async ({
  page,
  clock,
  mark,
  sql,
  add,
  newAccount,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, /status of (401|503)/)
  const [id = 0] = await add('jobs', { title: `Clerk ${mark}` })
  await clock.install()
  await openAdmin(page, (await newAccount('editor')).email)
  await openForm(page, `/admin/jobs/${id}`)
  await field(page, 'Title').fill(`Typed ${mark}`)
  await page.route(/auth\/v1\/token/, (route) => route.fulfill({ status: 503, body: '' }))
  await expireToken(page)
  await save(page)
  const summary = page.locator('.error-summary')
  await expect.poll(async () => (await clock.runFor(5_000), summary.isVisible())).toBe(true)
  await expect(summary).toContainText(UNREACHED)
  await expect(summary, 'nothing was sent').not.toContainText('may be')
  await page.unroute(/auth\/v1\/token/)
  await save(page)
  await expect(page.getByText(/^Saved: /)).toBeVisible()
  expect(await sql`select title from jobs where id = ${id}`).toEqual([{ title: `Typed ${mark}` }])
})
