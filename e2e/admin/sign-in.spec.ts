import type { Page } from '@playwright/test'
import { holdRequests, settled } from '#e2e/visitor/browser-test.ts'
import {
  expect,
  expectSignInPage,
  expectConsoleError,
  allowConsoleError,
  PASSWORD,
  respondWithError,
  signIn,
  test,
  WITHOUT_SESSION,
} from './admin-test.ts'

test.use({ isSignedIn: false })

const VERIFYING = 'Please wait while we verify your credentials.'
const noResponse = () => new Promise<void>(() => undefined)

/** Collects the paths that the page navigates to from now on. */
function addresses(page: Page): string[] {
  const visited: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    if (frame === page.mainFrame() && visited.at(-1) !== pathname) visited.push(pathname)
  })
  return visited
}

test('an admin page without a session leads to sign-in and back to that page', async ({ page, newAccount }) => {
  const { email } = await newAccount('admin')
  await page.goto('/jobs')
  await page.goto('/admin/results?status=Out')
  await expect(page).toHaveURL('/admin/login')
  await expect(page.getByRole('heading', { name: 'Sign in to the back office' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('')
  await signIn(page, email)
  await expect(page).toHaveURL('/admin/results?status=Out')
  await expect(page.getByRole('heading', { level: 1, name: /^Results/ })).toBeVisible()
  await page.goBack()
  await expect(page, 'neither redirect left anything in the history').toHaveURL('/jobs')
})

test('/admin without a session asks to log in as admin, and shows the first tab afterwards', async ({
  page,
  newAccount,
}) => {
  const { email } = await newAccount('admin')
  await page.goto('/admin')
  await expectSignInPage(page, 'Please login as admin to access this page.')
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('Please login as admin to access this page.')
  await signIn(page, email)
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { level: 1, name: /^Jobs/ })).toBeVisible()
  await expect(page.getByText(email).first()).toBeAttached()
})

test('both sign-in addresses show the same page, and redirect signed-in staff', async ({ page, newAccount }) => {
  const { email } = await newAccount('admin')
  await page.goto('/admin-login')
  await expect(page.getByRole('heading', { name: 'Sign in to the back office' })).toBeVisible()
  await signIn(page, email)
  await expect(page).toHaveURL('/admin')
  for (const path of ['/admin/login', '/admin-login']) {
    await page.goto(path)
    await expect(page).toHaveURL('/admin')
  }
})

test('a wrong password shows the error of the backend and clears the field', async ({
  page,
  newAccount,
  consoleErrors,
}) => {
  const { email } = await newAccount('admin')
  await page.goto('/admin/login')
  await signIn(page, email, 'wrong')
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  await expect(page.getByLabel('Password')).toHaveValue('')
  await expect(page.getByLabel('Password')).toBeFocused()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  expectConsoleError(consoleErrors, /status of 400/)

  await page.route('**/auth/v1/token*', (route) => route.fulfill({ status: 400, json: { code: 400, msg: '' } }))
  await signIn(page, email)
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  expectConsoleError(consoleErrors, /status of 400/)

  await page.unroute('**/auth/v1/token*')
  await signIn(page, email)
  await expect(page).toHaveURL('/admin')
})

test('sign-in requires an e-mail address and a password', async ({ page }) => {
  await page.goto('/admin/login')
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await button.click()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.getByLabel('E-mail').fill('editor')
  await page.getByLabel('Password').fill('x')
  await button.click()
  expect(await page.getByLabel('E-mail').evaluate((field: HTMLInputElement) => field.validity.typeMismatch)).toBe(true)
  await expect(page).toHaveURL('/admin/login')
})

test('a double click signs in once', async ({ page, newAccount }) => {
  const { email } = await newAccount('admin')
  await page.goto('/admin/login')
  const attempts: string[] = []
  page.on('request', (request) => request.url().includes('grant_type=password') && attempts.push(request.url()))
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).dblclick()
  await expect(page).toHaveURL('/admin')
  expect(attempts).toHaveLength(1)
})

for (const role of ['user', null]) {
  test(`a user with the role ${role} is denied and stays on the sign-in page`, async ({ page, newAccount }) => {
    const { email } = await newAccount(role)
    const staff = await newAccount('admin')
    await page.goto('/admin/login')
    await signIn(page, email)
    await expect(page.getByRole('alert')).toHaveText('Access Denied. Admins only.')
    await expect(page).toHaveURL('/admin/login')

    const visited = addresses(page)
    await page.goto('/admin/categories')
    await expectSignInPage(page, 'Access Denied. Admins only.')
    await signIn(page, staff.email)
    await expect(page).toHaveURL('/admin/categories')
    expect(visited, 'no redirect loop').toEqual(['/admin/categories', '/admin/login', '/admin/categories'])
  })
}

test('the session check shows a loading screen, and after 5 seconds the sign-in page', async ({ page, newAccount }) => {
  const { email } = await newAccount('admin')
  await page.goto('/admin/login')
  await signIn(page, email)
  await expect(page).toHaveURL('/admin')

  const release = await holdRequests(page, /rpc\/staff_access/)
  const start = Date.now()
  await page.goto('/admin/documents?view=all')
  await expect(page.getByRole('heading', { name: 'Loading...' })).toBeVisible()
  await expect(page.getByText(VERIFYING)).toBeVisible()
  await expect(page).toHaveURL('/admin/login')
  expect(Date.now() - start).toBeGreaterThan(4_500)
  await expect(page.getByRole('alert')).toContainText('Your session goes on as soon as it answers again')

  const visited = addresses(page)
  await release()
  await expect(page, 'a late response still signs in').toHaveURL('/admin/documents?view=all')
  expect(visited, 'in one step').toEqual(['/admin/documents'])
})

test('a user whose role cannot be checked is treated as signed out', async ({ page, newAccount, consoleErrors }) => {
  const { email } = await newAccount('admin')
  await page.goto('/admin/login')
  await signIn(page, email)
  await expect(page).toHaveURL('/admin')
  await respondWithError(page, { method: 'POST', path: /rpc\/staff_access/, message: 'no profiles today' })
  await page.goto('/admin/jobs')
  await expectSignInPage(page)
  await signIn(page, email)
  await expect(page.getByRole('alert')).toHaveText('Your role could not be checked. Please try again.')
  expectConsoleError(consoleErrors, /status of 400/)
})

test('sign-in is aborted when the role is not returned within 5 seconds', async ({ page, newAccount }) => {
  const { email } = await newAccount('admin')
  await page.goto('/admin/login')
  await page.route('**/rest/v1/rpc/staff_access*', noResponse)
  await signIn(page, email)
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  await expect(page.getByRole('alert')).toHaveText('Your role could not be checked. Please try again.')
})

test('sign-in neither redirects to foreign addresses nor shows text from the address', async ({
  page,
  newAccount,
  consoleErrors,
}) => {
  const { email } = await newAccount('admin')
  await page.goto('/admin/login?from=https://evil.example&message=Your+password+has+expired#error=Pay+here')
  await expect(page.getByRole('main')).not.toContainText(/expired|Pay/)
  for (const from of [
    '//evil.example/admin',
    '/\\evil.example',
    '/admin/\\..//evil.example',
    'https://evil.example/',
  ]) {
    await page.goto('/admin/login')
    await page.evaluate((hostile) => {
      history.replaceState({ ...history.state, usr: { from: hostile, message: 'constructor' } }, '')
    }, from)
    await page.reload()
    await expect(page.getByRole('alert')).toHaveText('')
    await signIn(page, email)
    await expect(page).toHaveURL('/admin')
    await page.evaluate(() => localStorage.clear())
  }
  allowConsoleError(consoleErrors, WITHOUT_SESSION)
})

test('a link with tokens neither signs in nor signs out', async ({ page, newAccount, consoleErrors }) => {
  const [mine, other] = [await newAccount('admin'), await newAccount('admin')]
  await page.goto('/admin/login')
  await signIn(page, other.email)
  await expect(page).toHaveURL('/admin')
  const stored = await page.evaluate(() => localStorage.getItem('auth_tokens') ?? '')
  const tokens = JSON.parse(stored) as { access_token: string; refresh_token: string }
  await page.evaluate(() => localStorage.clear())
  await page.goto('/admin/login')
  await signIn(page, mine.email)
  await expect(page).toHaveURL('/admin')
  const fragment = new URLSearchParams({ ...tokens, expires_in: '1800', token_type: 'bearer', type: 'magiclink' })
  await page.goto(`/jobs`)
  await page.goto(`/admin/jobs#${fragment}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Jobs/ })).toBeVisible()
  await expect(page.getByText(mine.email).first()).toBeAttached()
  expect(await page.evaluate(() => localStorage.getItem('auth_tokens') ?? '')).toContain(mine.email)
  allowConsoleError(consoleErrors, WITHOUT_SESSION)
})

test('documents of the admin are neither cached nor indexed', async ({ request }) => {
  for (const path of ['/admin', '/admin/login', '/admin-login', '/admin/jobs', '/admin/jobs/new', '/admin/jobs/1']) {
    const response = await request.get(path)
    expect(response.headers()).toMatchObject({
      'cache-control': 'no-cache, no-store, must-revalidate',
      'x-robots-tag': 'noindex',
    })
    const html = await response.text()
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html, 'the response contains nothing that needs a session').not.toContain('data-table')
    expect(response.headers()['content-security-policy']).not.toContain('unsafe')
  }
})

test('page views of the admin are not counted', async ({ page, newAccount }) => {
  const { email } = await newAccount('admin')
  const counted: string[] = []
  page.on('request', (request) => {
    // The body of a beacon cannot be read here; the tests of visitors check it.
    if (request.url().includes('analytics_events')) counted.push(new URL(page.url()).pathname)
  })
  await page.goto('/admin/login')
  await signIn(page, email)
  await expect(page.getByRole('heading', { level: 1, name: /^Jobs/ })).toBeVisible()
  await page.goto('/admin/results')
  await expect(page.getByRole('heading', { level: 1, name: /^Results/ })).toBeVisible()
  await settled(page)
  await page.goto('/jobs')
  await expect.poll(() => counted).toEqual(['/jobs'])
})
