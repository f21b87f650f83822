import { holdRequests } from '#e2e/visitor/browser-test.ts'
import { READ_TIMEOUT_MS, READS_GIVE_WAY_MS, SAVE_TIMEOUT_MS } from '#domain/limits.ts'
import {
  allowConsoleError,
  endSessionsAt,
  expect,
  expireToken,
  openAdmin,
  openTab,
  signIn,
  test,
} from './admin-test.ts'
import { field, openForm, save } from './record-form.ts'

/** Reads of the back office whose answers never come, or whose token could not be refreshed. */
test.use({ isSignedIn: false })

test.beforeEach(({ consoleErrors }) => allowConsoleError(consoleErrors, /status of (40[13]|503)/))

test('reads without an answer end, so that their connections are free for a save', async ({
  page,
  clock,
  add,
  mark,
  newAccount,
}) => {
  const [id = 0] = await add('jobs', { title: `Clerk ${mark}` })
  await clock.install()
  await openAdmin(page, (await newAccount('editor')).email)
  await openForm(page, `/admin/jobs/${id}`)
  const sent: string[] = []
  const ended: string[] = []
  const hung = /rpc\/(keep_record_open|bin_count)|rest\/v1\/results/
  await page.route(hung, (route) => void sent.push(route.request().url()))
  page.on('requestfailed', (request) => hung.test(request.url()) && ended.push(request.url()))
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Results' }).click()
  await expect.poll(() => sent.length).toBeGreaterThan(1)
  await clock.fastForward(READ_TIMEOUT_MS)
  await expect.poll(() => sent.filter((url) => !ended.includes(url))).toEqual([])
})

test('reads without an answer give way to a save that waits', async ({ page, clock, add, mark, newAccount }) => {
  const [id = 0] = await add('jobs', { title: `Clerk ${mark}` })
  await clock.install()
  await openAdmin(page, (await newAccount('editor')).email)
  await openForm(page, `/admin/jobs/${id}`)
  const sent: string[] = []
  const ended: string[] = []
  const hung = /rpc\/(keep_record_open|admin_counts)/
  await page.route(hung, (route) => void sent.push(route.request().url()))
  page.on('requestfailed', (request) => hung.test(request.url()) && ended.push(request.url()))
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  const release = await holdRequests(page, /rest\/v1\/jobs/)
  await field(page, 'Title').fill(`Typed ${mark}`)
  const isBegun = page.waitForRequest((request) => request.method() === 'PATCH')
  await save(page)
  await isBegun
  await clock.fastForward(READS_GIVE_WAY_MS)
  await expect.poll(() => sent.filter((url) => !ended.includes(url))).toEqual([])
  await release()
  await expect(page.getByText(/^Saved: /)).toBeVisible()
})

test('a save whose session has ended says so when the check of that gets no answer', async ({
  page,
  clock,
  sql,
  add,
  mark,
  newAccount,
}) => {
  const [id = 0] = await add('jobs', { title: `Clerk ${mark}`, status: 'inactive' })
  await clock.install()
  await openAdmin(page, (await newAccount('editor')).email)
  await openForm(page, `/admin/jobs/${id}`)
  await field(page, 'Title').fill(`Typed ${mark}`)
  await page.route(/rpc\/staff_access/, () => {})
  await endSessionsAt(page, { sql, method: 'PATCH' })
  const isChecked = page.waitForRequest(/rpc\/staff_access/)
  await save(page)
  await isChecked
  await clock.fastForward(SAVE_TIMEOUT_MS)
  await expect.poll(async () => (await clock.runFor(1_000), page.locator('.error-summary').isVisible())).toBe(true)
  await expect(field(page, 'Title')).toHaveValue(`Typed ${mark}`)
})

test('a table can be read again soon after the refresh of the session has failed', async ({
  page,
  clock,
  mark,
  add,
  newAccount,
}) => {
  await add('jobs', { title: `Clerk ${mark}` })
  await clock.install()
  await openAdmin(page, (await newAccount('editor')).email)
  await openTab(page, `/admin/jobs?text=${mark}`)
  await page.route(/auth\/v1\/token/, (route) => route.fulfill({ status: 503, body: '' }))
  await expireToken(page)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'The site could not be reached' })
  await expect.poll(async () => (await clock.runFor(5_000), problem.isVisible())).toBe(true)
  await page.unroute(/auth\/v1\/token/)
  await clock.runFor(6_000)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(problem).toBeHidden()
})

for (const cause of ['the refresh of the token had failed', 'the session had ended']) {
  test(`the warnings before a save are shown although ${cause}`, async ({
    page,
    clock,
    sql,
    add,
    mark,
    newAccount,
  }) => {
    const [organization = 0] = await add('organizations', { name: `Board ${mark}` })
    const title = `Clerk ${mark} ${new Date().getFullYear()}`
    const [from = 0] = await add('jobs', { title, organization_id: organization, status: 'active' })
    await clock.install()
    const { email } = await newAccount('editor')
    await openAdmin(page, email)
    await openForm(page, `/admin/jobs/new?from=${from}`)
    await field(page, 'Title').fill(`${title} Recruitment`)
    if (cause === 'the session had ended') {
      await endSessionsAt(page, { sql, method: 'POST', path: /rpc\/notice_surroundings/ })
      await save(page)
      const dialog = page.getByRole('dialog', { name: 'Sign in again' })
      await expect(dialog).toBeVisible()
      await signIn(page, email)
    } else {
      await page.route(/auth\/v1\/token/, (route) => route.fulfill({ status: 503, body: '' }))
      await expireToken(page)
      await save(page)
      const summary = page.locator('.error-summary')
      await expect.poll(async () => (await clock.runFor(5_000), summary.isVisible())).toBe(true)
      await expect(summary).toContainText('The site could not be reached. Please try again.')
      await page.unroute(/auth\/v1\/token/)
      await save(page)
    }
    await expect(page.getByText(`The organization already has a notice “${title}”`).first()).toBeVisible()
    await expect(page.getByText('Nothing is saved yet.')).toBeVisible()
    expect(await sql`select id from jobs where organization_id = ${organization}`).toEqual([{ id: String(from) }])
  })
}
