import type { Page } from '@playwright/test'
import { hold } from '#e2e/visitor/browser-test.ts'
import { allowConsoleError, expect, expectSignInPage, openAdmin, signIn, test, WITHOUT_SESSION } from './admin-test.ts'
import { PATH, sendNow, write } from './push-page.ts'
import { field, openForm, save } from './record-form.ts'

/** Work that goes on while another account signs in in another tab of the same browser. */
test.use({ isSignedIn: false })

test.beforeEach(({ consoleErrors }) => allowConsoleError(consoleErrors, WITHOUT_SESSION))

/** Signs the account of the browser out, and another one in. */
async function changeAccount(other: Page, email: string): Promise<void> {
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expectSignInPage(other)
  await signIn(other, email)
  await expect(other.getByRole('navigation', { name: 'Back office' })).toBeVisible()
}

test('a save of several calls is not finished in the name of who signs in between two of them', async ({
  page,
  context,
  sql,
  mark,
  newAccount,
}) => {
  const [author, colleague] = [await newAccount('admin'), await newAccount('admin')]
  await openAdmin(page, author.email)
  const other = await context.newPage()
  await other.goto('/admin/search-words')
  await openForm(page, '/admin/organizations/new')
  const slug = page.locator('.slug-line')
  await field(page, 'Name').fill(`Board ${mark}`)
  await expect(slug).toContainText('Free')
  const release = await hold(page, /rest\/v1\/organizations\?.*slug=in/)
  const isAsked = page.waitForRequest(/rest\/v1\/organizations\?.*slug=in/)
  await save(page)
  await isAsked
  await changeAccount(other, colleague.email)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByRole('alert').filter({ hasText: colleague.email })).toBeVisible()
  await release()
  const authors = () => sql`select people.name from organizations join history.changes on row_id = organizations.id
    join history.people on people.id = actor where table_name = 'organizations' and organizations.name = ${`Board ${mark}`}`
  await expect(dialog, 'the save waits for its author').toBeVisible()
  expect(await authors()).toEqual([])
  await signIn(page, author.email)
  await expect(page.getByText(`Saved: Board ${mark}`)).toBeVisible()
  expect(await authors()).toEqual([{ name: author.email }])
  await sql`delete from organizations where name = ${`Board ${mark}`}`
})

test('a notification is not sent in the name of who signs in while its text stands in the form', async ({
  page,
  context,
  sql,
  mark,
  newAccount,
}) => {
  const [author, colleague] = [await newAccount('admin'), await newAccount('admin')]
  await openAdmin(page, author.email)
  const other = await context.newPage()
  await other.goto('/admin/search-words')
  await page.goto(PATH)
  await write(page, `Notice ${mark}`, 'To everybody')
  await changeAccount(other, colleague.email)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  const named = dialog.getByRole('alert').filter({ hasText: colleague.email })
  await expect(named).toBeVisible()
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toBeHidden()
  await sendNow(page)
  const sender = () => sql`select people.name from push.notifications join history.people on people.id = created_by
    where title = ${`Notice ${mark}`}`
  await expect(named, 'sending asks for the author').toBeVisible()
  expect(await sender()).toEqual([])
  await signIn(page, author.email)
  await expect.poll(sender).toEqual([{ name: author.email }])
  await sql`delete from push.notifications where title = ${`Notice ${mark}`}`
})
