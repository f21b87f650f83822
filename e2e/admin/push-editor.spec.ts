import { expect, signIn, test } from './admin-test.ts'
import { PATH, sendNow, write } from './push-page.ts'

// One after the other: what is open is shown to everybody.
test.describe.configure({ mode: 'default' })

test.use({ isSignedIn: false })

test.beforeEach(async ({ page, newAccount }) => {
  const { email } = await newAccount('editor')
  await page.goto('/admin/login')
  await signIn(page, email)
  await expect(page).toHaveURL('/admin')
})

test.afterEach(async ({ sql, mark }) => {
  await sql`delete from push.notifications where strpos(title, ${mark}) > 0`
})

test('an editor is offered no change of what another one sends', async ({ page, sql, mark }) => {
  for (const state of ['sending', 'paused', 'asked'])
    await sql`insert into push.notifications (title, body, category, url, state, recipients)
      values (${`${state} ${mark}`}, 'To many', 'newJobs', '/', ${state}, 5000)`
  await sql`insert into push.notifications (title, body, category, url, state, send_at)
    values (${`leaving ${mark}`}, 'To many', 'newJobs', '/', 'planned', now() + interval '1 hour')`
  // As if it were about to leave, for as long as the test runs.
  await page.route('**/rest/v1/rpc/push_open', async (route) => {
    const response = await route.fetch()
    const open = (await response.json()) as { title: string; leaves_in: number }[]
    const leavesIn = ({ title, leaves_in: seconds }: { title: string; leaves_in: number }) =>
      title === `leaving ${mark}` ? 5 : seconds
    return route.fulfill({ response, json: open.map((each) => ({ ...each, leaves_in: leavesIn(each) })) })
  })
  // Held by another worker, so the server under test does not finish it.
  await sql`insert into push.batches (notification_id, first_id, last_id, passed_id, lease_until)
    select id, -10, -1, -11, now() + interval '1 hour' from push.notifications where title = ${`sending ${mark}`}`
  await page.goto(PATH)
  for (const title of ['Sending: sending', 'Paused: paused', 'Waits for approval: asked', 'Planned: leaving']) {
    const open = page.getByRole('region', { name: `${title} ${mark}` })
    await expect(open).toBeVisible()
    await expect(open.getByRole('button')).toHaveCount(0)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('an editor learns before sending that an admin has to approve it, and can take it back', async ({
  page,
  mark,
}) => {
  await page.goto(PATH)
  await write(page, `Mine ${mark}`, 'Please')
  await page.getByRole('button', { name: 'Send Notification' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('An admin has to approve it. Nothing is sent before that.')
  await expect(question).not.toContainText('It can be undone for 10 seconds.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await sendNow(page)
  const asked = page.getByRole('region', { name: `Waits for approval: Mine ${mark}` })
  await asked.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await expect(asked).toHaveCount(0)
})
