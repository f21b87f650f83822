import { FACTOR_SETUP_MINUTES } from '#domain/staff-limits.ts'
import { hold, holdRequests } from '#e2e/visitor/browser-test.ts'
import {
  allowConsoleError,
  expect,
  expectConsoleError,
  openTab,
  respondWithError,
  rowOf,
  signIn,
  test,
  WITHOUT_SESSION,
} from './admin-test.ts'
import { codeOf } from './authenticator.ts'
import { loseAnswer } from './lost-answer.ts'

/** Small acts whose answer is lost or late, or that somebody repeats, here or in another tab. */

test('Ctrl+Z after a change whose answer was lost is about that change, stored or not, and not about an earlier one', async ({
  page,
  add,
  mark,
  sql,
  consoleErrors,
}) => {
  const ids = await add('admit_cards', { title: `A ${mark}` }, { title: `B ${mark}` })
  const linked = async () =>
    (await sql`select is_quick_link as linked from admit_cards where id = any (${ids}) order by id`).map((row) =>
      Boolean(row['linked']),
    )
  await openTab(page, `/admin/admit-cards?text=${mark}&sort=title`)
  await rowOf(page, `A ${mark}`).focus()
  await page.keyboard.press('q')
  await expect(page.getByText(`Quick Link turned on for A ${mark}`)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  for (const isStored of [true, false]) {
    await loseAnswer(page, { path: /rest\/v1\/admit_cards\?id=eq/, method: 'PATCH', isStored })
    await page.keyboard.press('q')
    await expect(page.getByRole('alert').filter({ hasText: 'It may be done all the same' })).toBeVisible()
    expect(await linked()).toEqual([true, isStored])
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByText(isStored ? 'Undone: 1 row' : 'There was nothing to undo')).toBeVisible()
    expect(await linked()).toEqual([true, false])
    expectConsoleError(consoleErrors, /ERR_FAILED/)
  }
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(linked).toEqual([false, false])
})

test('an undo whose answer was lost is done when Ctrl+Z is pressed again, and is not said to conflict with another change', async ({
  page,
  add,
  mark,
  sql,
  consoleErrors,
}) => {
  // A notice of another client may have no value.
  const [id = 0] = await add('admit_cards', { title: `A ${mark}`, is_quick_link: null })
  const linked = async () => (await sql`select is_quick_link from admit_cards where id = ${id}`)[0]?.['is_quick_link']
  const failed = (what: string) => page.getByRole('alert').filter({ hasText: `Failed to ${what}` })
  await openTab(page, `/admin/admit-cards?text=${mark}`)
  for (const isChangeLost of [false, true]) {
    if (isChangeLost) await loseAnswer(page, { path: /rest\/v1\/admit_cards\?id=eq/, method: 'PATCH', isStored: true })
    await rowOf(page, `A ${mark}`).focus()
    await page.keyboard.press('q')
    await expect(
      isChangeLost ? failed('update quick link') : page.getByText(`Quick Link turned on for A ${mark}`),
    ).toBeVisible()
    await loseAnswer(page, { path: /rest\/v1\/rpc\/undo_act/, method: 'POST', isStored: true })
    await page.keyboard.press('ControlOrMeta+z')
    await expect(failed(isChangeLost ? 'undo' : 'update quick link')).toBeVisible()
    expect(await linked()).toBe(null)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByText(isChangeLost ? 'Undone: 1 row' : `Quick Link turned off for A ${mark}`)).toBeVisible()
    await expect(failed('')).toBeHidden()
    expect(await linked()).toBe(null)
    expectConsoleError(consoleErrors, /ERR_FAILED/)
  }
})

test('changes of a row while an earlier one is on its way are shown at once and sent in order', async ({
  page,
  add,
  mark,
  sql,
}) => {
  const [id = 0] = await add('admit_cards', { title: `A ${mark}` })
  await openTab(page, `/admin/admit-cards?text=${mark}`)
  const release = await hold(page, /rest\/v1\/admit_cards\?id=eq/)
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  const star = rowOf(page, `A ${mark}`).getByRole('button', { name: 'Quick Link' })
  for (const isOn of [true, false, true, false]) {
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', String(isOn))
  }
  await expect.poll(() => sent).toEqual([{ is_quick_link: true }])
  await release()
  const off = `Quick Link turned off for A ${mark}`
  await expect(page.getByText(off)).toBeVisible()
  await expect.poll(() => sent).toEqual([true, false, true, false].map((value) => ({ is_quick_link: value })))
  const stored = () => sql`select is_quick_link as linked from admit_cards where id = ${id}`
  await expect.poll(stored).toEqual([{ linked: false }])
  await expect(star).toHaveAttribute('aria-pressed', 'false')
})

test('the message of a change that failed stays when one that was begun earlier succeeds after it', async ({
  page,
  add,
  mark,
  consoleErrors,
}) => {
  const [first, second] = await add('admit_cards', { title: `A ${mark}` }, { title: `B ${mark}` })
  await openTab(page, `/admin/admit-cards?text=${mark}&sort=title`)
  await respondWithError(page, {
    method: 'PATCH',
    path: new RegExp(`admit_cards\\?id=eq\\.${second}&`),
    message: 'not now',
  })
  const release = await holdRequests(page, new RegExp(`admit_cards\\?id=eq\\.${first}&`))
  await page.getByRole('button', { name: `Quick Link A ${mark}` }).click()
  await page.getByRole('button', { name: `Quick Link B ${mark}` }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'not now' })
  await expect(problem).toBeVisible()
  await release()
  await expect(page.getByText(`Quick Link turned on for A ${mark}`)).toBeVisible()
  await expect(problem).toBeVisible()
  await page.getByRole('button', { name: `Quick Link A ${mark}` }).click()
  await expect(page.getByText(`Quick Link turned off for A ${mark}`)).toBeVisible()
  await expect(problem, 'what was begun later removes it').toBeHidden()
  expectConsoleError(consoleErrors, /status of 400/)
})

test('a question closes with the page on which it was asked, and nothing is deleted', async ({
  page,
  add,
  mark,
  sql,
}) => {
  const [id = 0] = await add('admit_cards', { title: `A ${mark}` })
  await openTab(page, '/admin/results')
  await page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('link', { name: /^Admit Cards\b/ })
    .click()
  await page.getByRole('button', { name: `Delete A ${mark}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/admin/results')
  await expect(question).toHaveCount(0)
  await page.goForward()
  await expect(rowOf(page, `A ${mark}`)).toBeVisible()
  await expect(question).toHaveCount(0)
  expect(await sql`select from admit_cards where id = ${id}`).toHaveLength(1)
})

test('a double click makes one link of an invitation, because another one would make it useless', async ({
  page,
  sql,
  mark,
}) => {
  const email = `${mark}@example.org`
  await page.goto('/admin/staff')
  let links = 0
  page.on('request', (request) => (links += Number(request.url().endsWith('/generate_link'))))
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Invite' }).dblclick()
  await expect(page.getByLabel(`Link for ${email}`)).toBeVisible()
  expect(links).toBe(1)
  await sql`delete from auth.users where email = ${email}`
})

test.describe('in an own account', () => {
  test.use({ isSignedIn: false })

  test('what is typed while the own name is saved stays, and a name from another tab is shown', async ({
    page,
    context,
    newAccount,
    sql,
    mark,
  }) => {
    const { id, email } = await newAccount('editor')
    await page.goto('/admin/account')
    await signIn(page, email)
    const name = page.getByLabel('Name that others see')
    await name.fill(mark)
    const release = await hold(page, /rpc\/rename_staff_member/)
    await name.press('Enter')
    await name.fill(`${mark} Rao`)
    await release()
    await expect(page.getByText('Saved the name')).toBeVisible()
    // When it is saved, the sessions are read again, too.
    await sql`update auth.sessions set user_agent = 'Firefox/140.0' where user_id = ${id}`
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.locator('.sessions')).toContainText('Firefox')
    await expect(name).toHaveValue(`${mark} Rao`)
    await name.press('Enter')
    const stored = async () => (await sql`select display_name from profiles where id = ${id}`)[0]?.['display_name']
    await expect.poll(stored).toBe(`${mark} Rao`)

    const other = await context.newPage()
    await other.goto('/admin/account')
    await expect(other.getByLabel('Name that others see')).toHaveValue(`${mark} Rao`)
    await other.getByLabel('Name that others see').fill(`${mark} Devi`)
    await other.getByRole('button', { name: 'Save name' }).click()
    await expect(other.getByText('Saved the name')).toBeVisible()
    await other.close()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(name).toHaveValue(`${mark} Devi`)
  })

  test('recovery codes that are lost on their way are not counted on, and a second factor can be turned off in two tabs', async ({
    page,
    context,
    newAccount,
    consoleErrors,
  }) => {
    const { email } = await newAccount('editor')
    await page.goto('/admin/account')
    await signIn(page, email)
    await page.getByRole('button', { name: 'Set up' }).click()
    const key = (await page.locator('.enroll code').textContent()) ?? ''
    await page.getByLabel('Code').fill(codeOf(key))
    await page.getByRole('button', { name: 'Confirm code' }).click()
    const make = page.getByRole('button', { name: 'Make recovery codes' })
    const codes = page.locator('.recovery-codes li')
    await make.click()
    await expect(codes).toHaveCount(10)
    await loseAnswer(page, { path: /factors\/recovery-codes/, method: 'POST', isStored: true })
    await make.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Codes that you have may not work any more' })).toBeVisible()
    expectConsoleError(consoleErrors, /ERR_FAILED/)
    await expect(codes, 'they do not work any more').toHaveCount(0)
    await expect(page.getByText('recovery codes are left')).toHaveCount(0)
    await make.click()
    await expect(codes).toHaveCount(10)

    const other = await context.newPage()
    await other.goto('/admin/account')
    for (const tab of [other, page]) {
      await tab.getByRole('button', { name: 'Turn off' }).click()
      await tab.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
      await expect(tab.getByText('The second factor is off')).toBeVisible()
      await expect(tab.getByRole('button', { name: 'Set up' })).toBeVisible()
    }
    await other.close()
    // Requests of a page whose session has just lost its second factor.
    allowConsoleError(consoleErrors, WITHOUT_SESSION)
  })
})

test.describe('long after the sign-in', () => {
  test.use({ isSignedIn: false })

  test('setting up a second factor asks to sign in again', async ({ page, sql, newAccount, consoleErrors }) => {
    const { id, email } = await newAccount('editor')
    const signedInBefore = (minutes: number) =>
      sql`update staff.session_methods set at = now() - make_interval(mins => ${minutes})
           where session in (select id from auth.sessions where user_id = ${id})`
    await page.goto('/admin/account')
    await signIn(page, email)
    const setUp = page.getByRole('button', { name: 'Set up' })
    await expect(setUp).toBeVisible()
    await signedInBefore(FACTOR_SETUP_MINUTES)
    await setUp.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Please sign out and sign in again first' })).toBeVisible()
    expectConsoleError(consoleErrors, /400/)
    await signedInBefore(0)
    await setUp.click()
    await expect(page.locator('.enroll code')).toBeVisible()
  })
})
