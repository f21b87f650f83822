import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { idOf } from '#backend/realtime/subscription.ts'
import { openRaw, joinPayload, titlesOf, type RawSocket } from './raw-socket.ts'
import { until } from './realtime-client.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const failures: string[] = []
const { url, client, backend } = await runBackend(database, {
  // A quarter as many conditions: fifty.
  socketsPerAddress: 200,
  logFailure: (what) => failures.push(what),
})
const everyJob = { event: '*', schema: 'public', table: 'jobs' }

beforeEach(async () => {
  // The filters of the test before count until the server has noticed that its sockets are closed.
  await until(() => backend.realtime.sockets === 0)
})

const filtered = (filter: string) => ({ ...everyJob, filter })
const isRestarted = ({ messages }: RawSocket) => messages.some(({ event }) => event === 'phx_error')

async function addJob(title: string): Promise<void> {
  await sql`insert into jobs (title, slug) values (${title}, gen_random_uuid())`
}

/** Joins, and waits until the server says whether there will be changes. @returns that message, as status and text */
async function join(raw: RawSocket, topic: string, bindings: object[]): Promise<[unknown, string]> {
  const isAnswer = (one: RawSocket['messages'][number]) => one.event === 'system' && one.topic === `realtime:${topic}`
  const before = raw.messages.filter(isAnswer).length
  await raw.request({ topic: `realtime:${topic}`, event: 'phx_join', payload: joinPayload(...bindings) })
  await raw.until(({ messages }) => messages.filter(isAnswer).length > before)
  const payload = raw.messages.findLast(isAnswer)?.payload
  return [payload?.['status'], String(payload?.['message'])]
}

describe('filters of visitors', () => {
  test.each(['eq.1', 'neq.1', 'lt.1', 'lte.1', 'gt.1', 'gte.1', 'in.(1,2)', 'not.eq.1', 'not.in.(1,2)'])(
    'a visitor may use the filter total_posts=%s',
    async (condition) => {
      const raw = await openRaw({ url })
      expect(await join(raw, 'jobs', [filtered(`total_posts=${condition}`)])).toEqual([
        'ok',
        'Subscribed to PostgreSQL',
      ])
    },
  )

  test.each(['like.a%', 'ilike.%a%', 'not.like.a', 'is.null', 'not.is.null', 'isdistinct.a', 'match.a', 'imatch.a'])(
    'a visitor may not use the filter title=%s, and an admin may unless it is a regular expression',
    async (condition) => {
      const raw = await openRaw({ url })
      const [status, message] = await join(raw, 'jobs', [everyJob, filtered(`title=${condition}`)])
      expect([status, message]).toEqual([
        'error',
        expect.stringMatching(
          /^(Unable to subscribe to changes with given parameters|Error parsing `filter` params: )/,
        ),
      ])
      const { data } = await client().auth.signInWithPassword(admin)
      const payload = {
        ...joinPayload(filtered(`title=${condition}`)),
        access_token: data.session?.access_token ?? '',
      }
      await raw.request({ topic: 'realtime:staff', event: 'phx_join', payload })
      const isAnswer = (one: RawSocket['messages'][number]) => one.event === 'system' && one.topic === 'realtime:staff'
      await raw.until(({ messages }) => messages.some(isAnswer))
      expect(raw.messages.find(isAnswer)?.payload['status']).toBe(condition.includes('match') ? 'error' : 'ok')
    },
  )

  test('the visitors of an address may have fifty different conditions, and other addresses are not affected', async () => {
    const [first, second, elsewhere] = [
      await openRaw({ url }),
      await openRaw({ url }),
      await openRaw({ url, address: 'elsewhere' }),
    ]
    const bindings = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => filtered(`id=eq.${from + index}`))
    expect(await join(first, 'ten', [filtered(Array.from({ length: 10 }, (_, id) => `id=neq.${id}`).join())])).toEqual([
      'ok',
      expect.any(String),
    ])
    for (const [topic, from] of [
      ['a', 100],
      ['b', 200],
    ] as const)
      expect(await join(second, topic, bindings(from, 20))).toEqual(['ok', expect.any(String)])
    const tooMany = ['error', 'Unable to subscribe to changes: there are too many different filters right now'] as const
    expect(await join(second, 'more', bindings(0, 1))).toEqual(tooMany)
    // The same conditions again are not more to check, and nothing is checked without a filter.
    expect(await join(first, 'same', bindings(100, 20))).toEqual(['ok', expect.any(String)])
    expect(await join(first, 'all', [everyJob])).toEqual(['ok', expect.any(String)])
    expect(await join(elsewhere, 'own', bindings(0, 20))).toEqual(['ok', expect.any(String)])
    await second.request({ topic: 'realtime:b', event: 'phx_leave' })
    expect(await join(first, 'c', bindings(300, 20))).toEqual(['ok', expect.any(String)])
    expect(await join(second, 'd', bindings(400, 1))).toEqual(tooMany)
    first.socket.terminate()
    await until(() => backend.realtime.sockets === 2)
    expect(await join(second, 'd', bindings(400, 20))).toEqual(['ok', expect.any(String)])
  })

  test('a filter that becomes one of a visitor is judged like one of a visitor', async () => {
    const raw = await openRaw({ url })
    const { data } = await client().auth.signInWithPassword(admin)
    const payload = { ...joinPayload(filtered('title=like.a%')), access_token: data.session?.access_token ?? '' }
    const topic = 'realtime:jobs'
    const reply = await raw.request({ topic, event: 'phx_join', payload })
    expect(reply.payload['status']).toBe('ok')
    raw.send({ topic, event: 'access_token', payload: { access_token: keys.publishableKey } })
    await raw.until(isRestarted)
    expect(await join(raw, 'jobs', [filtered('title=like.a%')])).toEqual(['error', expect.stringContaining('like')])
  })
})

test('a server checks at most five thousand different conditions', async () => {
  const raw = [await openRaw({ url, key: keys.secretKey }), await openRaw({ url, key: keys.secretKey })]
  const conditions = (channel: number, binding: number) =>
    Array.from({ length: 20 }, (_, part) => `id=neq.${channel * 400 + binding * 20 + part}`).join()
  const statuses: unknown[] = []
  for (let channel = 0; channel < 14; channel += 1) {
    const bindings = Array.from({ length: 20 }, (_, binding) => filtered(conditions(channel, binding)))
    const [status] = await join(raw[channel % 2] as RawSocket, String(channel), bindings)
    statuses.push(status)
  }
  expect(statuses).toEqual([...Array<string>(12).fill('ok'), 'error', 'error'])
  await addJob('Filtered')
  for (const socket of raw) await socket.until((one) => titlesOf(one).length === 6)
})

test('a change does not wait until the new filters of other visitors are checked', async () => {
  const visitor = await openRaw({ url })
  await join(visitor, 'jobs', [filtered('title=eq.Awaited')])
  const others = await Promise.all(
    Array.from({ length: 60 }, (_, other) => openRaw({ url, address: `other-${other}` })),
  )
  const isJoined = ({ messages }: RawSocket) => messages.some(({ event }) => event === 'system')
  others.forEach((other, number) => {
    const bindings = Array.from({ length: 20 }, (_, index) => filtered(`id=eq.${1_000 + number * 20 + index}`))
    other.send({ ref: '1', topic: 'realtime:jobs', event: 'phx_join', payload: joinPayload(...bindings) })
  })
  await until(() => others.some(({ messages }) => messages.length > 0))
  await addJob('Awaited')
  await visitor.until((one) => titlesOf(one).length === 1)
  expect(others.filter(isJoined).length).toBeLessThan(others.length)
  for (const other of others) await other.until(isJoined)
})

describe('filters of others', () => {
  test('a change reaches channels without a filter, and visitors, while slow filters are checked, which then start over', async () => {
    const [slow, visitor, filteredVisitor] = [
      await openRaw({ url, key: keys.secretKey }),
      await openRaw({ url }),
      await openRaw({ url }),
    ]
    await join(visitor, 'jobs', [everyJob])
    await join(filteredVisitor, 'jobs', [filtered('title=eq.Long')])
    const pattern = (channel: number, binding: number, part: number) =>
      `description=ilike.%${channel * 400 + binding * 20 + part}%अ`
    for (let channel = 0; channel < 10; channel += 1) {
      const bindings = Array.from({ length: 20 }, (_, binding) =>
        filtered(Array.from({ length: 20 }, (__, part) => pattern(channel, binding, part)).join()),
      )
      expect(await join(slow, String(channel), bindings)).toEqual(['ok', expect.any(String)])
    }
    const order: string[] = []
    for (const [name, { socket }] of Object.entries({ slow, visitor, filteredVisitor }))
      socket.on('message', () => order.push(name))
    await sql`insert into jobs (title, slug, description) values ('Long', gen_random_uuid(), ${'क'.repeat(99_000)})`
    await slow.until(({ messages }) => messages.filter(({ event }) => event === 'phx_error').length === 10)
    expect(order.slice(0, 2).toSorted()).toEqual(['filteredVisitor', 'visitor'])
    expect(titlesOf(slow)).toEqual([])
    await addJob('After')
    await visitor.until((one) => titlesOf(one).length === 2)
    expect([visitor, filteredVisitor].map(isRestarted)).toEqual([false, false])
    expect(failures.splice(0)).toEqual(['Filters could not be checked'])
  })

  test('a filter that cannot be checked restarts its own channel, and other filters go on', async () => {
    const [broken, other] = [await openRaw({ url }), await openRaw({ url })]
    await join(broken, 'broken', [filtered('fee_general=eq.7')])
    await join(other, 'other', [filtered('title=eq.Checked'), filtered('total_posts=eq.5')])
    await sql`alter table jobs rename fee_general to fee_renamed`
    onTestFinished(async () => void (await sql`alter table jobs rename fee_renamed to fee_general`))
    await addJob('Checked')
    await broken.until(isRestarted)
    await other.until((one) => titlesOf(one).length === 1)
    expect([titlesOf(broken), titlesOf(other), isRestarted(other)]).toEqual([[], ['Checked'], false])
    expect(failures.splice(0)).toEqual(['Filters could not be checked'])
  })

  test('half of a surrogate pair in a filter is rejected, and other filters go on', async () => {
    const [broken, other] = [await openRaw({ url }), await openRaw({ url })]
    await join(other, 'other', [filtered('title=eq.Whole')])
    for (const text of ['\ud800', 'a\udc00b', '\0']) {
      const [status] = await join(broken, 'broken', [filtered(`title=eq.${text}`)])
      expect(status).toBe('error')
    }
    await addJob('Whole')
    await other.until((one) => titlesOf(one).length === 1)
    expect(failures).toEqual([])
  })

  test('different filters with the same id on one topic stay apart', async () => {
    const [one, other] = filtersWithOneId()
    const [first, second] = [await openRaw({ url }), await openRaw({ url })]
    await join(first, 'jobs', [filtered(`title=eq.${one}`)])
    await join(second, 'jobs', [filtered(`title=eq.${other}`)])
    await addJob(one)
    await addJob(other)
    await second.until((raw) => titlesOf(raw).length > 0)
    await first.until((raw) => titlesOf(raw).length > 0)
    expect([titlesOf(first), titlesOf(second)]).toEqual([[one], [other]])
  })
})

/** Finds two titles whose filters have the same id, by comparing many. */
function filtersWithOneId(): [string, string] {
  const known = new Map<number, string>()
  for (let number = 0; ; number += 1) {
    const title = `Title ${number}`
    const id = idOf(filtered(`title=eq.${title}`))
    const earlier = known.get(id)
    if (earlier) return [earlier, title]
    known.set(id, title)
  }
}

test('none of these tests caused another failure of the server', () => {
  expect(failures).toEqual([])
})
