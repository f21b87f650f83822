import { READ_TIMEOUT_MS, SAVE_TIMEOUT_MS } from '#domain/limits.ts'
import { allowConsoleError, endSessionsAt, expect, expireToken, openAdmin, openTab, test } from './admin-test.ts'
import { field, openForm, save } from './record-form.ts'

/** Reads of the back office whose answers never come. */
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
