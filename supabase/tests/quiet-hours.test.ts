import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openBackgroundConnections } from '#backend/database/server-connections.ts'
import { createDeliveryQueue } from '#backend/push/delivery-queue.ts'
import { makeDatabase } from './test-database.ts'

test('a follower whose quiet hours end while others are being sent to gets one message, after them', async () => {
  const { sql, url } = await makeDatabase('migrated')
  const server = openBackgroundConnections(url)
  const queue = createDeliveryQueue(server, randomUUID())
  const ids: string[] = []
  for (const [name, ends] of Object.entries({ first: '00:00', asleep: '24:00', last: '00:00' })) {
    const [row] = await sql<{ id: string }[]>`
      insert into push_subscriptions (endpoint, p256dh, auth) values (${`https://push.example/${name}`}, 'k', 'a') returning id`
    if (!row) throw new Error('Nothing was inserted')
    ids.push(row.id)
    await sql`insert into push.quiet_hours values (${row.id}, '00:00', ${ends})`
    await sql`insert into push.follows (subscription_id, topic, events) values (${row.id}, 'recruitment:1', '{notices}')`
  }
  const [first, asleep, last] = ids
  await sql`insert into recruitments (id, title, slug) overriding system value values (1, 'SSC CGL', 'ssc-cgl')`
  await sql`insert into results (title, slug, recruitment_id) values ('SSC CGL Result', 'result', 1)`
  await sql`update push.events set due_at = now()`
  const content = { title: 'Result', body: 'SSC CGL', category: 'results', url: '/results/result' }
  await server.begin(async (transaction) => {
    const [row] = await transaction<{ due: { ids: string[] } }[]>`select push.next_event() as due`
    await transaction`select push.settle_event(${row?.due.ids ?? []}::bigint[], ${transaction.json(content)})`
  })
  const isDue = async () => (await sql<{ due: boolean }[]>`select push.is_due() as due`)[0]?.due
  await sql`update push.quiet_hours set ends = '00:00'`
  await sql`update push.retries set not_before = now()`

  expect(await queue.claimRetries(10), 'before the others').toBe(null)
  const batch = await queue.claimBatch()
  if (!batch) throw new Error('There is no batch')
  expect(await isDue(), 'while another worker sends').toBe(false)
  const notification = await queue.readNotification(batch.notification_id)
  expect((await queue.readBatch(batch, notification)).map(({ id }) => id)).toEqual([first, last])
  await queue.checkpoint({ ...batch, passed_id: batch.last_id }, [], 'finish')
  expect(await isDue()).toBe(true)
  expect((await queue.claimRetries(10))?.deliveries.map(({ id }) => id)).toEqual([asleep])
  await server.end()
})
