import type { Page, Route } from '@playwright/test'
import { allowConsoleError, expect, expectConsoleError, signIn, test, WITHOUT_SESSION } from './admin-test.ts'
import { codeOf } from './authenticator.ts'
import { loseAnswer } from './lost-answer.ts'
import { PATH, sendNow, write } from './push-page.ts'

/** Acts that were done although their answer never arrived, and that a browser or its user then repeats. */

// One after the other: a send on its way is shown on every page.
test.describe.configure({ mode: 'default' })

test.afterEach(async ({ sql, mark }) => {
  await sql`delete from push.notifications where strpos(title, ${mark}) > 0`
})

/** Sends the next request twice, as browsers do when its connection is closed before the first answer. */
function repeatRequest(page: Page, path: RegExp): Promise<void> {
  const respond = async (route: Route) => route.fulfill({ response: await route.fetch() })
  return loseAnswer(page, { path, method: 'POST', respond })
}

/** Answers the next request as a proxy does that has given up, after the server has done what it says. */
function giveUp(page: Page, path: RegExp): Promise<void> {
  const answer = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }
  return loseAnswer(page, { path, method: 'POST', respond: (route) => route.fulfill(answer) })
}

for (const [how, spoil] of [
  ['the browser has repeated', repeatRequest],
  ['a proxy has not answered', giveUp],
] as const) {
  test(`an undo of a notification that ${how} is done, and the text is in the form again`, async ({
    page,
    sql,
    mark,
    consoleErrors,
  }) => {
    allowConsoleError(consoleErrors, /status of 502/)
    await page.goto(PATH)
    const title = page.getByLabel('Title', { exact: true })
    for (const name of [`Planned: Slip ${mark}`, `Slip ${mark}`]) {
      await write(page, `Slip ${mark}`, `Wrong, in ${name}`)
      await sendNow(page)
      await expect(title).toHaveValue('')
      await spoil(page, /rpc\/change_push/)
      await page.getByRole('region', { name, exact: true }).getByRole('button', { name: 'Undo' }).click()
      await expect(title).toHaveValue(`Slip ${mark}`)
      await expect(page.getByText('It was not sent. Its text is in the form.')).toBeVisible()
      await expect(page.getByText('It has left already.')).toHaveCount(0)
    }
    expect(await sql`select state from push.notifications where title = ${`Slip ${mark}`}`).toEqual([
      { state: 'cancelled' },
      { state: 'cancelled' },
    ])
  })
}

test('a notification whose answer was lost may be sent, and nothing says that an earlier one was sent instead', async ({
  page,
  sql,
  mark,
  consoleErrors,
}) => {
  await page.goto(PATH)
  await write(page, `First ${mark}`, 'To all')
  await page.getByLabel('Send at (Indian time; empty for now)').fill(`${new Date().getFullYear() + 1}-01-02T09:00`)
  await page.getByRole('button', { name: 'Schedule Notification' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Schedule Notification' }).click()
  const earlier = page.getByText(/^It will be sent on /)
  await expect(earlier).toBeVisible()
  await write(page, `Second ${mark}`, 'To all')
  await giveUp(page, /push-notifications\/send$/)
  await sendNow(page)
  const problem = page.getByRole('alert').filter({ hasText: 'Failed to send notification' })
  await expect(problem).toContainText('It may be taken all the same: then it is listed on this page.')
  expectConsoleError(consoleErrors, /status of 502/)
  await expect(earlier).toHaveCount(0)
  await expect(page.getByRole('region', { name: `Planned: Second ${mark}` })).toBeVisible()
  await sendNow(page)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
  await expect(problem).toHaveCount(0)
  expect(await sql`select from push.notifications where title = ${`Second ${mark}`}`).toHaveLength(1)

  await write(page, `Third ${mark}`, 'To all')
  await giveUp(page, /push-notifications\/send$/)
  await sendNow(page)
  await expect(problem).toBeVisible()
  expectConsoleError(consoleErrors, /status of 502/)
  await page
    .getByRole('region', { name: `Planned: Third ${mark}` })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page.getByText('It was not sent. Its text is in the form.')).toBeVisible()
  await expect(problem).toHaveCount(0)
  await sendNow(page)
  await expect(page.getByText('It leaves in 10 seconds.')).toBeVisible()
})

test('a deletion for ever that the browser has repeated is not said to be prevented by somebody else', async ({
  page,
  sql,
  add,
  mark,
  consoleErrors,
}) => {
  const ids = await add('results', { title: `One ${mark}` }, { title: `Two ${mark}` })
  await sql`delete from results where id = any (${ids})`
  await page.goto(`/admin/bin?text=${mark}`)
  const forget = async (name: string) => {
    await page.getByLabel(`Select ${name}`).check()
    await page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Delete for ever' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for ever' }).click()
  }
  await repeatRequest(page, /rpc\/delete_for_ever/)
  await forget(`One ${mark}`)
  await expect(page.getByText(`Deleted for ever: One ${mark}`)).toBeVisible()
  const problem = page.locator('main').getByRole('alert')
  await expect(problem).toHaveText('')
  await giveUp(page, /rpc\/delete_for_ever/)
  await forget(`Two ${mark}`)
  await expect(problem).toContainText('It may be done all the same')
  expectConsoleError(consoleErrors, /status of 502/)
  await expect(page.getByRole('checkbox', { name: `Two ${mark}` })).toHaveCount(0)
})

test('a contact message whose deletion was not answered is not said to be still there', async ({
  page,
  sql,
  mark,
  consoleErrors,
}) => {
  await sql`insert into contact_messages (name, email, subject, message)
    values ('Asha', 'asha@example.org', ${`Question ${mark}`}, 'When?')`
  await page.goto('/admin/contact-messages')
  await giveUp(page, /rpc\/delete_messages/)
  await page.getByRole('button', { name: `Delete Question ${mark}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete' })).toContainText(
    'It may be done all the same: the rows are read again and show what is stored.',
  )
  expectConsoleError(consoleErrors, /status of 502/)
  await expect(page.getByRole('heading', { name: `Question ${mark}` })).toHaveCount(0)
})

test('an invitation whose answer has broken off may be made all the same, and is listed', async ({
  page,
  sql,
  mark,
}) => {
  const email = `${mark}@invited.example`
  await page.goto('/admin/staff')
  const cutOff = { status: 200, contentType: 'application/json', body: '{"email":' }
  await loseAnswer(page, {
    path: /admin\/generate_link/,
    method: 'POST',
    respond: (route) => route.fulfill(cutOff),
  })
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed:' })).toContainText('It may be done all the same')
  await expect(page.getByRole('heading', { name: email })).toBeVisible()
  await sql`delete from auth.users where email = ${email}`
})

test.describe('without a session', () => {
  test.use({ isSignedIn: false })

  test('a code whose answer was lost signs in, whether the browser or its user has repeated it', async ({
    page,
    newAccount,
    consoleErrors,
  }) => {
    allowConsoleError(consoleErrors, /status of (422|502)/)
    const { email } = await newAccount('editor')
    await page.goto('/admin/account')
    await signIn(page, email)
    await page.getByRole('button', { name: 'Set up' }).click()
    const key = (await page.locator('.enroll code').textContent()) ?? ''
    const confirm = page.getByRole('button', { name: 'Confirm code' })
    await page.getByLabel('Code').fill(codeOf(key))
    await repeatRequest(page, /factors\/[^/]+\/verify/)
    await confirm.click()
    await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    allowConsoleError(consoleErrors, WITHOUT_SESSION)

    await signIn(page, email)
    await page.getByLabel('Code').fill(codeOf(key, 1))
    await giveUp(page, /factors\/[^/]+\/verify/)
    await confirm.click()
    await expect(page.getByText('The site could not be reached. Please try again.')).toBeVisible()
    await confirm.click()
    await expect(page.getByRole('heading', { level: 1, name: /^Jobs/ })).toBeVisible()
  })
})

test('a last date whose correction got no answer is not said to be as before, and is corrected once', async ({
  page,
  sql,
  add,
  mark,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, /status of 502/)
  const dates = { apply_end_date: '2030-01-10', notification_link: 'https://ssc.gov.in' }
  const [id = 0] = await add('jobs', { title: `Clerk ${mark}`, slug: `clerk-${mark}`, status: 'active', ...dates })
  await page.goto(`/admin/jobs?text=${mark}`)
  await page.getByRole('button', { name: `Correct date of Clerk ${mark}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct the last date' })
  await dialog.getByLabel('New last date', { exact: true }).fill('17-01-2030')
  await giveUp(page, /rpc\/correct_last_date/)
  await dialog.getByRole('button', { name: 'Correct it' }).click()
  const anyway = dialog.getByRole('button', { name: 'Correct it anyway' })
  await anyway.click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Failed to correct' })).toContainText(
    'It may be corrected all the same',
  )
  await anyway.or(dialog.getByRole('button', { name: 'Correct it' })).click()
  await expect(page.getByText(`Last date corrected: Clerk ${mark}`)).toBeVisible()
  expect(await sql`select new_value from corrections where content_table = 'jobs' and record_id = ${id}`).toHaveLength(
    1,
  )
})
