import {
  endSessionAt,
  expect,
  expectSignInPage,
  forgive,
  openTab,
  overlook,
  refuse,
  rowOf,
  signIn,
  test,
} from './admin-test.ts'

/** Journeys that end sessions: each has one of its own. */
test.use({ isSignedIn: false })

test.beforeEach(async ({ page, newAccount }) => {
  const { email } = await newAccount('admin')
  await page.goto('/admin/login')
  await signIn(page, email)
  await expect(page).toHaveURL('/admin')
})

const problem = 'Failed to logout. Please try again.'

test('signing out leads to sign-in, also in the other tabs of the browser', async ({ page, context, complaints }) => {
  const other = await context.newPage()
  await openTab(other, '/admin/results')
  const outs: string[] = []
  page.on('request', (request) => request.url().includes('/auth/v1/logout') && outs.push(request.url()))
  await page.getByRole('button', { name: 'Sign out' }).dblclick()
  await expectSignInPage(page)
  await expect(other).toHaveURL('/admin/login')
  expect(outs).toHaveLength(1)
  expect(outs[0], 'other browsers of the same person stay signed in').toContain('scope=local')
  expect(await page.evaluate(() => localStorage.getItem('auth_tokens'))).toBe(null)
  await page.goto('/admin/jobs')
  await expect(page).toHaveURL('/admin/login')
  overlook(complaints, /status of 40[13]/)
})

test('a sign-out that fails says so, keeps the session, and can be tried again', async ({ page, complaints }) => {
  await refuse(page, { method: 'POST', path: /auth\/v1\/logout/, message: 'away' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText(problem)).toBeVisible()
  await expect(page).toHaveURL('/admin')
  forgive(complaints, /status of 400/)
  await page.unroute(/auth\/v1\/logout/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/admin/login')
})

test('a session that was ended elsewhere asks to sign in again in place, and the change is made', async ({
  page,
  sql,
  add,
  mark,
  complaints,
}) => {
  await add('jobs', { title: `Clerk ${mark}`, is_quick_link: false })
  await openTab(page, `/admin/jobs?text=${mark}`)
  const email = await page.evaluate(() => JSON.parse(localStorage.getItem('auth_tokens') ?? '{}').user.email as string)
  await endSessionAt(
    page,
    'PATCH',
    () => sql`delete from auth.sessions using auth.users where user_id = users.id and users.email = ${email}`,
  )

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
  forgive(complaints, /status of 40[13]/)
})

test('who does not sign in again keeps the page, with the change taken back', async ({
  page,
  sql,
  add,
  mark,
  complaints,
}) => {
  await add('jobs', { title: `Clerk ${mark}` })
  await openTab(page, `/admin/jobs?text=${mark}`)
  const email = await page.evaluate(() => JSON.parse(localStorage.getItem('auth_tokens') ?? '{}').user.email as string)
  await endSessionAt(
    page,
    'DELETE',
    () => sql`delete from auth.sessions using auth.users where user_id = users.id and users.email = ${email}`,
  )
  await page.getByRole('button', { name: `Delete Clerk ${mark}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Not now' }).click()
  await expect(rowOf(page, `Clerk ${mark}`)).toBeVisible()
  await expect(page.getByText('Failed to delete: Your session has ended.')).toBeVisible()
  forgive(complaints, /status of 40[13]/)
})

test('who loses the role is asked to leave at the next change of the session', async ({ page, sql, complaints }) => {
  const id = await page.evaluate(() => JSON.parse(localStorage.getItem('auth_tokens') ?? '{}').user.id as string)
  await sql`update profiles set role = 'user' where id = ${id}`
  await page.evaluate(() => {
    const channel = new BroadcastChannel('auth_tokens')
    const session: unknown = JSON.parse(localStorage.getItem('auth_tokens') ?? 'null')
    channel.postMessage({ event: 'TOKEN_REFRESHED', session })
  })
  await expectSignInPage(page, 'Access Denied. Admins only.')
  overlook(complaints, /status of 40[13]/)
})
