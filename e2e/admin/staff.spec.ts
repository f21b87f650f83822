import type { Browser, Page } from '@playwright/test'
import { expectAccessibleLayout } from '#e2e/accessibility/axe.ts'
import {
  allowConsoleError,
  expect,
  expectConsoleError,
  expectSignInPage,
  NO_SESSION,
  openTab,
  PASSWORD,
  rowOf,
  signIn,
  test,
  WITHOUT_SESSION,
} from './admin-test.ts'
import { codeOf } from './authenticator.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Another person, in a browser of their own. */
async function otherPerson(browser: Browser, page: Page, client: string): Promise<Page> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  const context = await browser.newContext({
    viewport: { width, height },
    storageState: NO_SESSION,
    baseURL: new URL(page.url()).origin,
    extraHTTPHeaders: { 'x-forwarded-for': client },
    serviceWorkers: 'block',
    locale: 'en-IN',
  })
  return context.newPage()
}

test('an invited editor chooses a password, saves a notice, and cannot do what only admins do @both', async ({
  page,
  browser,
  sql,
  mark,
}) => {
  const email = `${mark}@example.org`
  await page.goto('/admin/staff')
  await expect(page.getByRole('heading', { level: 1, name: /^Staff/ })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByLabel(`Link for ${email}`).inputValue()
  expect(link).toMatch(/\/admin\/accept#invite=[\w-]{43}$/)
  await expect(page.getByText('Invited until').first()).toBeVisible()
  await expectAccessibleLayout(page, 'the staff with a link')

  const asha = await otherPerson(browser, page, '10.9.0.1')
  await asha.goto(link)
  await expectAccessibleLayout(asha, 'an accepted link')
  await asha.getByLabel('Your name').fill('Asha')
  const password = asha.getByLabel('Password', { exact: true })
  await password.fill('a password of Asha')
  await expect(password).toHaveAttribute('type', 'password')
  await asha.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await asha.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(asha).toHaveURL('/admin')

  await asha.goto('/admin/syllabus/new')
  await asha.getByLabel('Title', { exact: false }).first().fill(`Syllabus ${mark}`)
  await asha.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(asha.getByText(`Syllabus ${mark}`).first()).toBeVisible()
  await expect.poll(async () => (await sql`select from syllabus where title = ${`Syllabus ${mark}`}`).count).toBe(1)
  await sql`delete from syllabus where title = ${`Syllabus ${mark}`}`

  await expect(asha.getByRole('link', { name: 'Staff' })).toHaveCount(0)
  for (const path of ['/admin/staff', '/admin/push-tester', '/admin/push-tester/']) {
    await asha.goto(path)
    await expect(asha.getByRole('heading', { name: 'Only admins can open this page' })).toBeVisible()
  }
  await expectAccessibleLayout(asha, 'a page for admins')

  await expect(page.getByRole('listitem').filter({ hasText: '(You)' })).toContainText('Here now')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('heading', { name: 'Asha' }).first()).toBeVisible()
  await sql`delete from auth.users where email = ${email}`
  await asha.context().close()
})

test('a link that was used or is not complete says so', async ({ page, browser, sql, mark, consoleErrors }) => {
  const email = `${mark}@example.org`
  await page.goto('/admin/staff')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByLabel(`Link for ${email}`).inputValue()
  await sql`update staff.links set used_at = now() where account = (select id from auth.users where email = ${email})`
  const other = await otherPerson(browser, page, '10.9.0.2')
  await other.goto(link)
  await other.getByLabel('Your name').fill('Asha')
  await other.getByLabel('Password', { exact: true }).fill('a password of Asha')
  await other.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(other.getByRole('alert')).toContainText('This link was used already')
  await other.goto('about:blank')
  await other.goto(link.slice(0, link.indexOf('#') + 8))
  await expect(other.getByRole('alert')).toContainText('This link is not complete')
  await sql`delete from auth.users where email = ${email}`
  await other.context().close()
  expect(consoleErrors).toEqual([])
})

test('a double click makes one link for a new password, because another one would make it useless', async ({
  page,
  newAccount,
}) => {
  const { email } = await newAccount('editor')
  await page.goto('/admin/staff')
  let links = 0
  page.on('request', (request) => (links += Number(request.url().endsWith('/generate_link'))))
  const member = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: email }) })
  await member.getByRole('button', { name: 'New password' }).dblclick()
  await expect(page.getByLabel(`Link for ${email}`)).toBeVisible()
  expect(links).toBe(1)
})

test('a double click begins one second factor, because another one would replace its key', async ({ page }) => {
  await page.goto('/admin/account')
  let begun = 0
  page.on('request', (request) => (begun += Number(request.method() === 'POST' && request.url().endsWith('/factors'))))
  await page.getByRole('button', { name: 'Set up' }).dblclick()
  await expect(page.getByAltText('QR code for the authenticator app')).toBeVisible()
  expect(begun).toBe(1)
})

/** Sends a code without a network. */
async function expectUnreachedSite(page: Page): Promise<void> {
  await page.route('**/auth/v1/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Confirm code' }).click()
  await expect(page.getByRole('alert')).toHaveText('The site could not be reached. Please try again.')
  await page.unroute('**/auth/v1/**')
}

test.describe('without a session', () => {
  test.use({ isSignedIn: false })

  test('a second factor is set up, asked for, and replaced by a recovery code when the phone is lost @both', async ({
    page,
    newAccount,
    consoleErrors,
  }) => {
    const { email } = await newAccount('admin')
    await page.goto('/admin/account')
    await signIn(page, email)
    await expect(page).toHaveURL('/admin/account')
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByAltText('QR code for the authenticator app')).toBeVisible()
    const picture = page.getByAltText('QR code for the authenticator app')
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expectAccessibleLayout(page, 'a second factor that is set up')
    const key = (await page.locator('.enroll code').textContent()) ?? ''
    await page.getByLabel('Code').fill(codeOf(key))
    await page.getByRole('button', { name: 'Confirm code' }).click()
    await expect(page.getByText('You have no recovery codes yet')).toBeVisible()
    let requests = 0
    page.on('request', (request) => (requests += Number(request.url().endsWith('/recovery-codes'))))
    await page.getByRole('button', { name: 'Make recovery codes' }).dblclick()
    await expect(page.locator('.recovery-codes li')).toHaveCount(10)
    expect(requests, 'every request would replace the codes of the one before').toBe(1)
    const codes = await page.locator('.recovery-codes li').allTextContents()
    await expectAccessibleLayout(page, 'recovery codes')

    const signOut = async () => {
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await expectSignInPage(page)
      allowConsoleError(consoleErrors, WITHOUT_SESSION)
    }
    await signOut()
    await signIn(page, email)
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Confirm code' }).click()
    await expect(page.getByRole('alert')).toHaveText('This code is not right, or was used already.')
    await expectAccessibleLayout(page, 'a wrong code')
    expectConsoleError(consoleErrors, /status of 422/)
    await expectUnreachedSite(page)
    expectConsoleError(consoleErrors, /ERR_FAILED/)
    await page.getByLabel('Code').fill(codeOf(key, 1))
    await page.getByRole('button', { name: 'Confirm code' }).click()
    await expect(page).toHaveURL(/\/admin/)
    await expect(page.getByRole('heading', { level: 1, name: /^Jobs/ })).toBeVisible()

    await signOut()
    await signIn(page, email)
    await page.getByLabel('Code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Confirm code' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Jobs/ })).toBeVisible()
    await page.goto('/admin/account')
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
    await signOut()
    await signIn(page, email)
    await expect(page.getByRole('heading', { level: 1, name: /^Jobs/ })).toBeVisible()
  })

  test('an account without a role sees who it is, signs out, and lets another one in @both', async ({
    page,
    newAccount,
  }) => {
    const [refused, admin] = [await newAccount('user'), await newAccount('admin')]
    await page.goto('/admin/login')
    await signIn(page, refused.email)
    await expect(page.getByRole('alert')).toHaveText('Access Denied. Admins only.')
    await expect(page.getByText(`You are signed in as ${refused.email}.`)).toBeVisible()
    await expectAccessibleLayout(page, 'a refused account')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('You are signed in as')).toHaveCount(0)
    await signIn(page, admin.email)
    await expect(page).toHaveURL('/admin')
  })

  test('without a mail server the sign-in page says to ask an admin for a new password', async ({ page }) => {
    await page.goto('/admin/login')
    await page.getByText('Forgot your password?').click()
    await expect(page.getByText('Ask an admin for a link for a new password.')).toBeVisible()
  })
})

test('an admin who makes the own account an editor sees at once what editors see', async ({
  page,
  browser,
  newAccount,
}) => {
  const { email } = await newAccount('admin')
  await page.goto('/admin')
  const admin = await otherPerson(browser, page, '10.9.0.4')
  await admin.goto('/admin/login')
  await signIn(admin, email)
  await expect(admin).toHaveURL('/admin')
  await admin.goto('/admin/staff')
  const own = admin.getByRole('listitem').filter({ hasText: email })
  await own.getByRole('button', { name: 'Make editor' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Make editor' }).click()
  await expect(admin.getByRole('link', { name: 'Staff', exact: true })).toHaveCount(0)
  await expect(admin.getByRole('button', { name: 'Invite' })).toHaveCount(0)
  await expect(admin.getByRole('button', { name: 'Deactivate' })).toHaveCount(0)
  await admin.context().close()
})

test('an editor is seen on an open record, loses the page at once when deactivated, and comes back after activation', async ({
  page,
  browser,
  newAccount,
  add,
  mark,
}) => {
  const { email } = await newAccount('editor')
  const [id] = await add('jobs', { title: `A ${mark}` })
  await page.goto('/admin/staff')
  const editor = await otherPerson(browser, page, '10.9.0.3')
  await editor.goto('/admin/login')
  await signIn(editor, email)
  await expect(editor).toHaveURL('/admin')
  await openTab(editor, `/admin/jobs?text=${mark}`)
  await expect(rowOf(editor, `A ${mark}`)).toBeVisible()

  await editor.goto(`/admin/jobs/${id}`)
  await expect(editor.getByRole('heading', { name: 'Edit job' })).toBeVisible()
  await page.goto(`/admin/jobs/${id}`)
  await expect(page.getByText(`${email} is editing this`)).toBeVisible()
  await openTab(editor, `/admin/jobs?text=${mark}`)

  await page.goto('/admin/staff')
  const member = page.getByRole('listitem').filter({ hasText: email })
  await member.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(member.getByText('Deactivated')).toBeVisible()
  await editor.goto('/admin/results')
  await expect(editor.getByRole('heading', { name: 'Sign in to the back office' })).toBeVisible()
  await signIn(editor, email)
  await expect(editor.getByRole('alert')).toHaveText('Invalid login credentials')

  await member.getByRole('button', { name: 'Activate' }).click()
  await expect(member.getByRole('button', { name: 'Deactivate' })).toBeVisible()
  await signIn(editor, email, PASSWORD)
  await expect(editor).toHaveURL(/\/admin/)
  await expect(editor.getByRole('heading', { level: 1, name: /^(Results|Jobs)/ })).toBeVisible()
  await editor.context().close()
})
