import { describe, expect, test } from 'vitest'
import { migrate } from '#backend/database/migrate.ts'
import { normalEndpoint } from '#domain/push/endpoint.ts'
import { DEFAULT_PUSH_PREFERENCES } from '#domain/push/preferences.ts'
import { newSubscription, pushClient } from './push-client.ts'
import { runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const running = await runBackend(database)
const { call } = pushClient(running)

/** One endpoint, first in the spelling that is stored. */
const spellings = (id: string) => [
  `https://fcm.googleapis.com/fcm/send/${id}:a%2Bb`,
  `https://FCM.GoogleAPIs.com/fcm/send/${id}:a%2Bb`,
  `HTTPS://fcm.googleapis.com:443/fcm/send/${id}:a%2Bb`,
  `https://fcm.googleapis.com/fcm/send/${id}:a%2bb`,
  `https://fcm.googleapis.com/%66cm/s%65nd/${id}:%61%2Bb?`,
]

let lastId = 0
const newId = () => `spelled-${(lastId += 1)}`
const stored = async (id: string) =>
  (await sql`select endpoint, "userAgent", is_active from push_subscriptions where endpoint like ${`%${id}:%`}`).map(
    ({ endpoint }) => endpoint,
  )

describe('an endpoint in several spellings', () => {
  test('a browser that spells its endpoint in several ways has one subscription', async () => {
    const id = newId()
    for (const endpoint of spellings(id).reverse())
      expect((await call('POST /subscribe', { ...newSubscription(), endpoint }, { 'x-client': id })).status).toBe(200)
    expect(await stored(id)).toEqual([spellings(id)[0]])
  })

  test.each(spellings('').map((_spelling, index) => [index]))(
    'every call finds the subscription in spelling %i',
    async (index) => {
      const id = newId()
      const [endpoint = ''] = spellings(id)
      const spelling = spellings(id)[index] ?? ''
      await call('POST /subscribe', { ...newSubscription(), endpoint })
      const preferences = { ...DEFAULT_PUSH_PREFERENCES, newJobs: false }
      await call('PUT /preferences', { endpoint: spelling, preferences })
      expect((await running.client().rpc('push_preferences', { endpoint: spelling })).data).toEqual(preferences)
      expect((await call('POST /test', { endpoint })).status).toBe(200)
      expect((await call('POST /test', { endpoint: spelling })).status).toBe(429)
      await call('DELETE /unsubscribe', { endpoint: spelling })
      expect(await stored(id)).toEqual([])
    },
  )

  test('paths that differ in the case of their letters are different endpoints', async () => {
    const id = newId()
    for (const endpoint of [`https://fcm.googleapis.com/a/${id}:x`, `https://fcm.googleapis.com/A/${id}:x`])
      await call('POST /subscribe', { ...newSubscription(), endpoint })
    expect(await stored(id)).toHaveLength(2)
  })
})

test.each([
  ...spellings('same'),
  'https://fcm.googleapis.com.',
  'https://fcm.googleapis.com.:443/x',
  'https://localhost:4443/push/0',
  'https://one.notify.windows.com/w/?token=AwY%2b%3d%zz%',
  'https://fcm.googleapis.com/%41%5a%5b%60%61%7a%7b%7e%7f%2d%2e%2f%30%39%3a%5f%40',
  'https://user@fcm.googleapis.com/x',
  'http://fcm.googleapis.com/x',
  'no address',
])('the database spells %s like the server', async (endpoint) => {
  const [row] = await sql`select push.normal_endpoint(${endpoint}) as spelling`
  expect(row?.['spelling']).toBe(normalEndpoint(endpoint))
})

test('subscriptions of earlier versions get the one spelling, and of several the newest active one stays', async () => {
  const earlier = await makeDatabase('unmigrated')
  await migrate(earlier.sql, '20261124150000')
  const keys = { p256dh: 'key', auth: 'secret' }
  const [plain = '', upper = '', , lower = '', coded = ''] = spellings('old')
  const rows = [
    { endpoint: plain, is_active: true, userAgent: 'older' },
    { endpoint: upper, is_active: true, userAgent: 'newer' },
    { endpoint: lower, is_active: false, userAgent: 'ended' },
    { endpoint: coded.replace('old', 'alone'), is_active: true, userAgent: 'alone' },
    { endpoint: 'https://fcm.googleapis.com/fcm/send/usual', is_active: true, userAgent: 'usual' },
  ]
  for (const row of rows) await earlier.sql`insert into push_subscriptions ${earlier.sql({ ...row, ...keys })}`
  await migrate(earlier.sql)
  const left = await earlier.sql`select endpoint, "userAgent" from push_subscriptions order by id`
  expect([...left]).toEqual([
    { endpoint: plain, userAgent: 'newer' },
    { endpoint: plain.replace('old', 'alone'), userAgent: 'alone' },
    { endpoint: 'https://fcm.googleapis.com/fcm/send/usual', userAgent: 'usual' },
  ])
})
