import type { Locator } from '@playwright/test'
import { field, openForm, save, uniqueTitle } from './record-form.ts'
import {
  allowConsoleError,
  endSessionAt,
  expect,
  expectConsoleError,
  expectSignInPage,
  openAdmin,
  openTab,
  PASSWORD,
  signIn,
  test,
  WITHOUT_SESSION,
} from './admin-test.ts'

test.use({ isSignedIn: false })

test('a form whose session ends is saved after signing in again', async ({
  page,
  newAccount,
  editor: { apikey },
  request,
  consoleErrors,
}) => {
  const title = uniqueTitle('Session Ended')
  const { email } = await newAccount('admin')
  await page.goto('/admin/login')
  await signIn(page, email)
  await expect(page.locator('.data-table')).toBeVisible()
  await openForm(page, '/admin/jobs/new')
  await field(page, 'Title').fill(title)
  await field(page, 'Location').fill('Bihar')
  // Sign-out by another client: the server no longer accepts the session.
  const tokens = await page.evaluate(() => localStorage.getItem('auth_tokens') ?? '')
  const { access_token } = JSON.parse(tokens) as { access_token: string }
  const headers = { apikey, authorization: `Bearer ${access_token}` }
  await endSessionAt(page, { method: 'POST' }, async () => {
    expect((await request.post('/auth/v1/logout?scope=local', { headers })).ok()).toBe(true)
  })
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(`Saved: ${title}`)).toBeVisible()
  await page.getByRole('link', { name: 'Edit again' }).click()
  await expect(field(page, 'Location')).toHaveValue('Bihar')
  expectConsoleError(consoleErrors, WITHOUT_SESSION)
})

test('unsaved work stays that of its author when a colleague signs in on the same computer', async ({
  page,
  context,
  sql,
  add,
  mark,
  newAccount,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, WITHOUT_SESSION)
  const author = await newAccount('admin')
  await openAdmin(page, author.email)
  const [id = 0] = await add('jobs', { title: `Clerk ${mark}` })
  const path = `/admin/jobs/${id}`
  const other = await context.newPage()
  await openTab(other, '/admin/results')
  await openForm(page, path)
  await field(page, 'Title').fill(`Typed ${mark}`)
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expectSignInPage(other)
  const colleague = await newAccount('admin')
  await signIn(other, colleague.email)
  await expect(other.getByRole('navigation', { name: 'Back office' })).toBeVisible()

  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  const named = dialog.getByRole('alert').filter({ hasText: colleague.email })
  await expect(named).toBeVisible()
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await field(page, 'Title').fill(`Typed on ${mark}`)
  await page.keyboard.press('Control+s')
  await expect(named, 'the save asks again').toBeVisible()
  expect(await sql`select title from jobs where id = ${id}`).toEqual([{ title: `Clerk ${mark}` }])
  const drafts = () =>
    page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('user_preferences') ?? '{}') as {
        drafts?: { account: string; changes: object }[]
      }
      return stored.drafts?.map(({ account, changes }) => ({ account, changes }))
    })
  await expect.poll(drafts).toEqual([{ account: author.id, changes: { title: `Typed on ${mark}` } }])

  const answered = page.waitForResponse(/auth\/v1\/token\?grant_type=password/)
  await signIn(page, colleague.email)
  await (await answered).finished()
  await expect(named, 'a colleague cannot go on with it here, either').toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  await signIn(page, author.email)
  await expect(dialog).toBeHidden()
  const saved = () => sql`select title, people.name as author from jobs join history.changes on row_id = jobs.id
    join history.people on people.id = actor where jobs.id = ${id} order by changes.id desc limit 1`
  await expect.poll(saved).toEqual([{ title: `Typed on ${mark}`, author: author.email }])
})

test('what is typed outside of forms of records stays when another tab signs out', async ({
  page,
  context,
  add,
  mark,
  newAccount,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, WITHOUT_SESSION)
  const { email } = await newAccount('admin')
  await openAdmin(page, email)
  const [id = 0] = await add('jobs', { title: `Clerk ${mark}`, apply_end_date: '2030-01-10', status: 'active' })
  const other = await context.newPage()
  const written = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).fill(text)
    return page.getByLabel(label, { exact: true })
  }
  const places: Record<string, () => Promise<Locator>> = {
    'the dialog of a last date': async () => {
      await openForm(page, `/admin/jobs/${id}`)
      await page.getByRole('button', { name: 'Correct the last date' }).click()
      return written('New last date', '20-01-2030')
    },
    'the form of a search word': async () => {
      await page.goto('/admin/search-words')
      return written('Visitors write', mark)
    },
    'the form of an invitation': async () => {
      await page.goto('/admin/staff')
      return written('E-mail', `${mark}@example.org`)
    },
    'the own name': async () => {
      await page.goto('/admin/account')
      return written('Name that others see', `Asha ${mark}`)
    },
  }
  for (const [place, type] of Object.entries(places)) {
    await test.step(place, async () => {
      await other.goto('/admin/search-words')
      const typed = await type()
      const text = await typed.inputValue()
      await other.getByRole('button', { name: 'Sign out' }).click()
      await expectSignInPage(other)
      const dialog = page.getByRole('dialog', { name: 'Sign in again' })
      await dialog.getByLabel('E-mail').fill(email)
      await dialog.getByLabel('Password').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(typed).toHaveValue(text)
      await typed.fill('')
    })
  }
})
