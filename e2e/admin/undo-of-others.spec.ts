import { sendNow, subscribe, write } from './push-page.ts'
import {
  allowConsoleError,
  expect,
  openAdmin,
  openTab,
  rowOf,
  signIn,
  switchTab,
  test,
  WITHOUT_SESSION,
} from './admin-test.ts'
import { tabOfTable } from '#domain/admin/tabs.ts'

test.use({ isSignedIn: false })

// Counts may be on their way when the user signs out.
test.beforeEach(({ consoleErrors }) => allowConsoleError(consoleErrors, WITHOUT_SESSION))

test.afterEach(async ({ sql, mark }) => {
  await sql`delete from push_subscriptions where strpos(endpoint, ${mark}) > 0`
  await sql`delete from push.notifications where strpos(title, ${mark}) > 0`
})

test('what somebody has done is neither shown to who signs in next in the same tab nor undone by them', async ({
  page,
  add,
  mark,
  sql,
  newAccount,
}) => {
  const [id = 0] = await add('admit_cards', { title: `A ${mark}`, is_quick_link: false })
  const linked = async () => (await sql`select is_quick_link from admit_cards where id = ${id}`)[0]?.['is_quick_link']
  await openAdmin(page, (await newAccount('admin')).email)
  await openTab(page, `/admin/admit-cards?text=${mark}`)
  await page.getByRole('button', { name: `Quick Link A ${mark}` }).click()
  const toast = page.getByText(`Quick Link turned on for A ${mark}`)
  // A toast stays as long as somebody points at it.
  await toast.hover()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Sign out' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/login')
  await expect(toast).toHaveCount(0)

  await signIn(page, (await newAccount('admin')).email)
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
  await switchTab(page, tabOfTable('admit_cards'))
  await page.getByRole('searchbox').fill(mark)
  await rowOf(page, `A ${mark}`).focus()
  await expect(toast).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  // The answer to another key shows that the one before it was handled.
  await page.keyboard.press('q')
  await expect(page.getByText(`Quick Link turned off for A ${mark}`)).toBeVisible()
  expect(await linked()).toBe(false)
})

test('the text of a notification that was undone is not given to who signs in next in the same tab', async ({
  page,
  mark,
  sql,
  newAccount,
}) => {
  const title = `Undone ${mark}`
  await subscribe(sql, mark, 1)
  await openAdmin(page, (await newAccount('admin')).email)
  const link = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Push Notifications' })
  await link.click()
  await write(page, title, 'A message')
  await sendNow(page)
  const banner = page.getByRole('region', { name: title })
  await expect(banner).toBeVisible()
  await switchTab(page, tabOfTable('admit_cards'))
  await banner.getByRole('button', { name: 'Undo' }).click()
  await expect(banner).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, (await newAccount('admin')).email)
  await link.click()
  await expect(page.getByText(title).first()).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
})
