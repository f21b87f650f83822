import { hold, holdRequests } from '#e2e/visitor/browser-test.ts'
import {
  allowConsoleError,
  endSessionsAt,
  expect,
  openAdmin,
  openTab,
  rowOf,
  signIn,
  test,
  WITHOUT_SESSION,
} from './admin-test.ts'

/** Changes of a row that wait for an earlier one, while something happens to it or to its session. */

test.use({ isSignedIn: false })

test.beforeEach(async ({ page, newAccount, consoleErrors }) => {
  allowConsoleError(consoleErrors, WITHOUT_SESSION)
  await openAdmin(page, (await newAccount('admin')).email)
})

test('changes that wait for one whose session has ended are not asked about after it was', async ({
  page,
  sql,
  add,
  mark,
}) => {
  await add('jobs', { title: `Clerk ${mark}`, is_quick_link: false })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await endSessionsAt(page, { sql, method: 'PATCH' })
  const release = await holdRequests(page, /rest\/v1\/jobs\?id=eq/)
  const star = page.getByRole('button', { name: `Quick Link Clerk ${mark}` })
  for (const isOn of [true, false, true]) {
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', String(isOn))
  }
  await release()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText('Failed to update quick link status: Your session has ended.')).toBeVisible()
  await expect(star, 'none of them is waiting any more').toHaveAttribute('aria-pressed', 'false')
  await expect(dialog).toBeHidden()
})

for (const isStored of [true, false]) {
  const outcome = isStored ? 'stored' : 'rejected, because its session has ended'
  test(`neither a change that is ${outcome}, nor the next one is made in the name of who signs in meanwhile`, async ({
    page,
    sql,
    add,
    mark,
    newAccount,
  }) => {
    const [id = 0] = await add('jobs', { title: `Clerk ${mark}`, is_quick_link: false })
    const stored = async () => (await sql`select is_quick_link from jobs where id = ${id}`)[0]?.['is_quick_link']
    await openTab(page, `/admin/jobs?text=${mark}`)
    const release = await (isStored ? hold : holdRequests)(page, /rest\/v1\/jobs\?id=eq/)
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(request.postDataJSON())
    })
    const star = page.getByRole('button', { name: `Quick Link Clerk ${mark}` })
    for (const isOn of [true, false]) {
      await star.click()
      await expect(star).toHaveAttribute('aria-pressed', String(isOn))
    }
    await expect.poll(stored).toBe(isStored)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await signIn(page, (await newAccount('admin')).email)
    await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
    await release()
    await expect(page.getByText('Your session has ended').first()).toBeVisible()
    await expect(page.getByRole('dialog'), 'who has signed in is not asked for the work of another one').toHaveCount(0)
    expect(sent).toEqual([{ is_quick_link: true }])
    expect(await stored()).toBe(isStored)
  })
}

test('a change whose answer was lost is shown until the rows are read again, below one that was made after it', async ({
  page,
  add,
  mark,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, /ERR_FAILED/)
  await add('admit_cards', { title: `A ${mark}` })
  await openTab(page, `/admin/admit-cards?text=${mark}`)
  const star = rowOf(page, `A ${mark}`).getByRole('button', { name: 'Quick Link' })
  let isLost = false
  await page.route(/rest\/v1\/admit_cards\?id=eq/, async (route) => {
    const response = await route.fetch()
    if (isLost) return route.fulfill({ response })
    isLost = true
    return route.abort()
  })
  const release = await hold(page, /rpc\/admin_search/)
  await star.click()
  await expect(page.getByRole('alert').filter({ hasText: 'It may be done all the same' })).toBeVisible()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await star.click()
  await expect(page.getByText(`Quick Link turned off for A ${mark}`)).toBeVisible()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await release()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
})
