import type { Page } from '@playwright/test'
import { settled } from '#e2e/visitor/journey.ts'
import { expect, expectSignInPage, forgive, overlook, PASSWORD, refuse, signIn, test } from './admin-test.ts'

test.use({ isSignedIn: false })

const VERIFYING = 'Please wait while we verify your credentials.'
const noReply = () => new Promise<void>(() => undefined)

/** What the address bar shows from now on, in order. */
function addresses(page: Page): string[] {
  const seen: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    if (frame === page.mainFrame() && seen.at(-1) !== pathname) seen.push(pathname)
  })
  return seen
}

test('without a session, a page of the back office leads to sign-in and back to where one wanted to go', async ({
  page,
  newAccount,
}) => {
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

test('the bare address asks to login as admin, and shows the first tab afterwards', async ({ page, newAccount }) => {
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

test('both addresses show the same page, and somebody of the staff is sent on', async ({ page, newAccount }) => {
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

test('a wrong password is refused with the words of the backend, and cleared', async ({
  page,
  newAccount,
  complaints,
}) => {
  const { email } = await newAccount('admin')
  await page.goto('/admin/login')
  await signIn(page, email, 'wrong')
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  await expect(page.getByLabel('Password')).toHaveValue('')
  await expect(page.getByLabel('Password')).toBeFocused()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  forgive(complaints, /status of 400/)

  await page.route('**/auth/v1/token*', (route) => route.fulfill({ status: 400, json: { code: 400, msg: '' } }))
  await signIn(page, email)
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  forgive(complaints, /status of 400/)

  await page.unroute('**/auth/v1/token*')
  await signIn(page, email)
  await expect(page).toHaveURL('/admin')
})

test('an e-mail and a password are required', async ({ page }) => {
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
  test(`somebody signed in with the role ${role} is denied, and stays on the sign-in page`, async ({
    page,
    newAccount,
  }) => {
    const { email } = await newAccount(role)
    const staff = await newAccount('admin')
    await page.goto('/admin/login')
    await signIn(page, email)
    await expect(page.getByRole('alert')).toHaveText('Access Denied. Admins only.')
    await expect(page).toHaveURL('/admin/login')

    const seen = addresses(page)
    await page.goto('/admin/categories')
    await expectSignInPage(page, 'Access Denied. Admins only.')
    await signIn(page, staff.email)
    await expect(page).toHaveURL('/admin/categories')
    expect(seen, 'no going round in circles').toEqual(['/admin/categories', '/admin/login', '/admin/categories'])
  })
}

test('while the session is checked the screen says so, and after 5 seconds nobody is signed in', async ({
  page,
  newAccount,
}) => {
  const { email } = await newAccount('admin')
  await page.goto('/admin/login')
  await signIn(page, email)
  await expect(page).toHaveURL('/admin')

  let reply: () => void = () => undefined
  await page.route('**/rest/v1/profiles*', async (route) => {
    await new Promise<void>((resolve) => (reply = resolve))
    await route.continue()
  })
  const start = Date.now()
  await page.goto('/admin/documents?view=all')
  await expect(page.getByRole('heading', { name: 'Loading...' })).toBeVisible()
  await expect(page.getByText(VERIFYING)).toBeVisible()
  await expect(page).toHaveURL('/admin/login', { timeout: 8_000 })
  expect(Date.now() - start).toBeGreaterThan(4_500)
  await expect(page.getByRole('alert')).toHaveText('')

  const seen = addresses(page)
  reply()
  await expect(page, 'a late reply still signs in').toHaveURL('/admin/documents?view=all')
  expect(seen, 'in one step').toEqual(['/admin/documents'])
})

test('a role that cannot be checked counts as signed out', async ({ page, newAccount, complaints }) => {
  const { email } = await newAccount('admin')
  await page.goto('/admin/login')
  await signIn(page, email)
  await expect(page).toHaveURL('/admin')
  await refuse(page, { method: 'GET', path: /rest\/v1\/profiles/, message: 'no profiles today' })
  await page.goto('/admin/jobs')
  await expectSignInPage(page)
  await signIn(page, email)
  await expect(page.getByRole('alert')).toHaveText('Your role could not be checked. Please try again.')
  forgive(complaints, /status of 400/)
})

test('sign-in whose role is never told gives up after 5 seconds', async ({ page, newAccount }) => {
  const { email } = await newAccount('admin')
  await page.goto('/admin/login')
  await page.route('**/rest/v1/profiles*', noReply)
  await signIn(page, email)
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  await expect(page.getByRole('alert')).toHaveText('Your role could not be checked. Please try again.', {
    timeout: 8_000,
  })
})

test('no address from elsewhere is gone to, and none can put words on the page', async ({
  page,
  newAccount,
  complaints,
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
  // The page that lost its session counts rows once more.
  overlook(complaints, /status of 401/)
})

test('a link with tokens signs nobody in, and nobody out', async ({ page, newAccount, complaints }) => {
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
  // The page that lost its session counts rows once more.
  overlook(complaints, /status of 401/)
})

test('the documents of the back office are for nobody to keep or to find', async ({ request }) => {
  for (const path of ['/admin', '/admin/login', '/admin-login', '/admin/jobs', '/admin/jobs/new', '/admin/jobs/1']) {
    const answer = await request.get(path)
    expect(answer.headers()).toMatchObject({
      'cache-control': 'no-cache, no-store, must-revalidate',
      'x-robots-tag': 'noindex',
    })
    const html = await answer.text()
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html, 'nothing behind the door is in what the server sends').not.toContain('data-table')
    expect(answer.headers()['content-security-policy']).not.toContain('unsafe')
  }
})

test('views of the back office are not counted', async ({ page, newAccount }) => {
  const { email } = await newAccount('admin')
  const counted: string[] = []
  page.on('request', (request) => {
    // What a beacon sends cannot be read here; the visitors' journeys look at that.
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
