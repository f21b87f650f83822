import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { addDays, indianDay } from '#domain/dates.ts'
import { expect, test } from './admin-test.ts'

const PATH = '/admin/push-notifications'

test.afterEach(async ({ sql, mark }) => {
  await sql`delete from push_subscriptions where strpos(endpoint, ${mark}) > 0`
  await sql`delete from push.notifications where strpos(title, ${mark}) > 0`
})

test('what the server sends by itself to followers is in the history, once for each event', async ({
  page,
  sql,
  add,
  mark,
}) => {
  // An unknown push service: sending to it fails without a request.
  await sql`insert into push_subscriptions (endpoint, p256dh, auth)
    select ${`https://push.invalid/${mark}/`} || number, 'key', 'auth' from generate_series(1, 3) as number`
  const [organization = 0] = await add('organizations', { name: mark, slug: mark, is_active: true })
  const endpoints = await sql<{ id: string; endpoint: string }[]>`
    select id, endpoint from push_subscriptions where strpos(endpoint, ${mark}) > 0 order by id`
  for (const [index, { endpoint }] of endpoints.entries()) {
    const topic = index === 0 ? `organization:${organization}` : `list:jobs?organization=${organization}`
    await sql`select push.follow(${endpoint}, ${topic}, '{notices,corrections,two_days}', 100)`
  }
  const followers = endpoints.map(({ id }) => id)
  // At night it would wait for the morning.
  await sql`insert into push.quiet_hours select id, '00:00', '00:00' from push_subscriptions where id = any (${followers})`
  await sql`update push.follows set created_at = now() - interval '3 days' where subscription_id = any (${followers})`
  await add('jobs', {
    title: `Followed ${mark}`,
    slug: `followed-${mark}`,
    organization_id: organization,
    status: 'active',
    apply_end_date: addDays(indianDay(Date.now()), 1),
  })
  const sent = page
    .getByRole('listitem')
    .filter({ hasText: `Followed ${mark}` })
    .filter({ hasText: 'Sent 0 of 3' })
  await page.goto(PATH)
  await expect(async () => {
    await page.reload()
    for (const event of ['New job notice.', 'Reminder: Last date to apply is'])
      await expect(sent.filter({ hasText: event })).toHaveCount(1, { timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await expect(sent).toHaveCount(2)
  await expect(sent.filter({ hasText: 'Sent by the server to followers' })).toHaveCount(2)
})

test('what waits for the end of quiet hours is listed with the number of remaining messages, paused, resumed and cancelled', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [organization = 0] = await add('organizations', { name: mark, slug: mark, is_active: true })
  const [follower] = await sql<
    { id: string; endpoint: string }[]
  >`insert into push_subscriptions (endpoint, p256dh, auth)
    values (${`https://push.invalid/${mark}`}, 'key', 'auth') returning id, endpoint`
  const id = follower?.id ?? ''
  await sql`select push.follow(${follower?.endpoint ?? ''}, ${`organization:${organization}`}, '{notices}', 100)`
  await sql`update push.follows set created_at = now() - interval '3 days' where subscription_id = ${id}`
  // Two hours around now, also around midnight.
  await sql`insert into push.quiet_hours (subscription_id, starts, ends)
    select ${id}, (india - interval '1 hour')::time(0), (india + interval '1 hour')::time(0)
      from (select now() at time zone 'Asia/Kolkata' as india) as clock`
  await add('jobs', {
    title: `Followed ${mark}`,
    slug: `followed-${mark}`,
    organization_id: organization,
    status: 'active',
    apply_end_date: addDays(indianDay(Date.now()), 30),
  })
  const waiting = async () => (await sql`select from push.retries where subscription_id = ${id}`).count
  await expect.poll(waiting, { timeout: 60_000 }).toBe(1)

  await page.goto(PATH)
  const send = page.getByRole('region', { name: new RegExp(`: Followed ${mark}$`) })
  const heading = send.getByRole('heading')
  await expect(heading).toHaveText(`Sending: Followed ${mark}`)
  await expect(send).toContainText(/Sent\s*0\s*Failed\s*0\s*Remaining\s*1/)
  await expectNoViolations(page)
  await send.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(heading).toHaveText(`Paused: Followed ${mark}`)
  await send.getByRole('button', { name: 'Resume' }).press('Enter')
  await expect(heading).toHaveText(`Sending: Followed ${mark}`)
  await page.reload()
  await expect(heading).toHaveText(`Sending: Followed ${mark}`)
  expect(await waiting()).toBe(1)

  await send.getByRole('button', { name: 'Cancel sending' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel it' }).click()
  await expect(send).toHaveCount(0)
  const sent = page.getByRole('listitem').filter({ hasText: `Followed ${mark}` })
  await expect(sent).toContainText('Cancelled 0 of 1')
  await expect.poll(waiting).toBe(0)
})
