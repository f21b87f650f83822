import { beforeEach, describe, expect, test } from 'vitest'
import { clientKinds, listen, type Listener, type SubscriptionRequest } from './realtime-client.ts'
import { admin, runBackend } from './running-backend.ts'
import { contentTables } from './specified-columns.ts'
import { makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const { url, client, settled } = await runBackend(database)

const staffToken = await tokenOf(admin)
const person = { email: 'person@example.org', password: 'a long password for tests' }
await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, created_at, updated_at)
  select gen_random_uuid(), ${person.email}, encrypted_password, now(), now(), now() from auth.users limit 1`
const personToken = await tokenOf(person)

async function tokenOf(account: typeof admin): Promise<string> {
  const { data, error } = await client().auth.signInWithPassword(account)
  if (error) throw error
  return data.session.access_token
}

const everyJob = { event: '*', schema: 'public', table: 'jobs' }

// No test receives changes of the one before it: changes are delivered in their order.
beforeEach(async () => {
  const marker = await listen([{ event: 'INSERT', schema: 'public', table: 'recruitments' }], { url })
  await sql`delete from jobs`
  await sql`insert into recruitments (title, slug) values ('Marker', gen_random_uuid())`
  await marker.until(({ received }) => received.length === 1)
})

function events({ received }: Listener): string {
  return received.map(({ eventType, new: row }) => [eventType, row['title']].filter(Boolean).join(' ')).join(', ')
}

/** Waits until the listeners have received everything that was committed before. */
async function allReceived(...listeners: Listener[]): Promise<void> {
  const title = `End ${Math.random()}`
  await sql`insert into jobs (title, slug) values (${title}, gen_random_uuid())`
  const isEnd = (change: { new: Record<string, unknown> }) => change.new['title'] === title
  for (const listener of listeners) {
    await listener.until(({ received }) => received.some(isEnd))
    listener.received.splice(listener.received.findIndex(isEnd))
  }
}

describe.each(clientKinds)('realtime with the official client %s', (kind) => {
  test('a client receives inserted, updated and deleted rows', async () => {
    const listener = await listen(everyJob, { url, kind })
    expect(listener.statuses).toEqual(['SUBSCRIBED'])
    expect(listener.system).toEqual([
      { message: 'Subscribed to PostgreSQL', status: 'ok', extension: 'postgres_changes', channel: 'changes' },
    ])
    await sql`insert into jobs (title, slug, total_posts, selection_process, age_relaxation, exam_date)
      values ('Clerk', 'clerk', 12, '["Written test"]', true, '2026-12-31')`
    await sql`update jobs set title = 'Senior clerk'`
    const { data: read } = await client().from('jobs').select().single()
    await sql`delete from jobs`
    await listener.until(({ received }) => received.length === 3)

    const [inserted, updated, deleted] = listener.received
    const facts = { schema: 'public', table: 'jobs', errors: null, request: 0 }
    expect(inserted).toMatchObject({ ...facts, eventType: 'INSERT', old: {} })
    expect(inserted?.new).toMatchObject({
      title: 'Clerk',
      total_posts: 12,
      selection_process: ['Written test'],
      age_relaxation: true,
      exam_date: '2026-12-31',
      status: 'active',
      apply_link: null,
    })
    expect(updated).toMatchObject({ ...facts, eventType: 'UPDATE', old: { id: read.id } })
    // Exactly the row that PostgREST returns.
    expect(updated?.new).toEqual(read)
    expect(deleted).toMatchObject({ ...facts, eventType: 'DELETE', new: {} })
    expect(deleted?.old).toEqual({ id: read.id })
    for (const { commit_timestamp: time } of listener.received) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(600_000)
    }
  })

  test('staff receives drafts, and visitors receive published rows only', async () => {
    const visitor = await listen(everyJob, { url, kind })
    const editor = await listen(everyJob, { url, kind, token: staffToken })
    await sql`insert into jobs (title, slug, status) values ('Draft', 'draft', 'inactive')`
    await sql`update jobs set status = 'active', title = 'Published'`
    await sql`update jobs set title = 'Corrected'`
    await sql`update jobs set status = 'inactive', title = 'Withdrawn'`
    await sql`update jobs set title = 'Secret'`
    await sql`delete from jobs`
    await allReceived(visitor, editor)
    expect(events(editor)).toBe(
      'INSERT Draft, UPDATE Published, UPDATE Corrected, UPDATE Withdrawn, UPDATE Secret, DELETE',
    )
    expect(events(visitor)).toBe('INSERT Published, UPDATE Corrected, DELETE')
    expect(visitor.received.at(-1)?.old).toEqual({ id: visitor.received[0]?.new['id'] })
  })

  test('one channel receives the changes of each of its subscriptions', async () => {
    const requests = [
      { event: 'INSERT', schema: 'public', table: 'jobs' },
      { event: 'UPDATE', schema: 'public', table: 'jobs', filter: 'status=eq.Start' },
      { event: 'DELETE', schema: 'public', table: 'jobs' },
      { event: '*', schema: 'public', table: 'results' },
      { event: '*', schema: 'public' },
    ]
    const listener = await listen(requests, { url, kind })
    await sql`insert into jobs (title, slug) values ('A', 'a')`
    await sql`update jobs set title = 'B'`
    await sql`update jobs set status = 'Start'`
    await sql`delete from jobs`
    await sql`insert into results (title, slug) values ('R', gen_random_uuid())`
    await listener.until(({ received }) => received.filter(({ table }) => table === 'results').length === 2)
    const receivedBy = (request: number) =>
      listener.received
        .filter((change) => change.request === request)
        .map(({ table, eventType }) => `${table} ${eventType}`)
    expect(requests.map((_, request) => receivedBy(request))).toEqual([
      ['jobs INSERT'],
      ['jobs UPDATE'],
      ['jobs DELETE'],
      ['results INSERT'],
      ['jobs INSERT', 'jobs UPDATE', 'jobs UPDATE', 'jobs DELETE', 'results INSERT'],
    ])
  })

  test('a client that leaves a channel receives no more changes, and other channels continue', async () => {
    const first = await listen(everyJob, { url, kind, name: 'first' })
    const second = await listen(everyJob, { url, kind, name: 'second' }, first.client)
    expect(await first.channel.unsubscribe()).toBe('ok')
    await sql`insert into jobs (title, slug) values ('Later', 'later')`
    await allReceived(second)
    expect([events(first), events(second)]).toEqual(['', 'INSERT Later'])
    expect(first.statuses).toEqual(['SUBSCRIBED', 'CLOSED'])
  })

  test('a subscription to a table that is not published is rejected', async () => {
    for (const table of ['profiles', 'push_subscriptions', 'newsletter_subscribers', 'analytics_events', 'nothing']) {
      const listener = await listen(
        { event: '*', schema: 'public', table },
        { url, kind, name: table, token: staffToken },
      )
      expect(listener.statuses).toEqual(['SUBSCRIBED'])
      expect(listener.system).toMatchObject([{ status: 'error', extension: 'postgres_changes', channel: table }])
      expect(listener.system[0]?.message).toBe(
        `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: *, schema: public, table: ${table}, filters: [], select: nil]`,
      )
    }
  })

  test('broadcast and presence are rejected', async () => {
    const listener = await listen(everyJob, { url, kind })
    const send = (type: 'broadcast' | 'presence') => listener.channel.send({ type, event: 'track', payload: {} })
    void send('broadcast')
    void send('presence')
    await listener.until(({ system }) => system.length === 3)
    expect(listener.system.slice(1).map(({ extension, status }) => [extension, status])).toEqual([
      ['broadcast', 'error'],
      ['presence', 'error'],
    ])
    await allReceived(listener)
  })
})

test.each(clientKinds.slice(0, 2))('the official client %s cannot join a private channel', async (kind) => {
  const { client: realtime } = await listen(everyJob, { url, kind })
  const [status, reason] = await new Promise<[string, string | undefined]>((resolve) =>
    realtime
      .channel('hidden', { config: { private: true } })
      .subscribe((...[result, error]) => resolve([result, error?.message])),
  )
  expect([status, reason]).toEqual(['CHANNEL_ERROR', expect.stringContaining('Unauthorized')])
})

test('a subscription may select columns', async () => {
  const listener = await listen({ ...everyJob, select: ['title', 'status'] }, { url })
  const whole = await listen(everyJob, { url, name: 'whole' })
  await sql`insert into jobs (title, slug) values ('Short', 'short')`
  await listener.until(({ received }) => received.length === 1)
  expect(listener.received[0]?.new).toEqual({ id: expect.any(Number), title: 'Short', status: 'active' })
  await whole.until(({ received }) => received.length === 1)
  expect(whole.received[0]?.new).toHaveProperty('slug', 'short')
})

test('a record above a megabyte arrives without its large values and with an error', async () => {
  const long = 'क'.repeat(99_000)
  await sql`insert into jobs (title, slug) values ('Large', 'large')`
  await settled()
  const listener = await listen(everyJob, { url })
  await sql`update jobs set description = ${long}, eligibility = ${long}, post_name = ${long}, required_documents = ${long}`
  await listener.until(({ received }) => received.length === 1)
  const [change] = listener.received
  expect(change).toMatchObject({ errors: ['Error 413: Payload Too Large'], new: { title: 'Large', slug: 'large' } })
  expect(change?.new).not.toHaveProperty('description')
})

describe('realtime filters compare as the database does', () => {
  interface Case {
    filter: string
    receives: string
  }
  const rows = [
    { title: 'one', total_posts: 1, exam_date: '2026-01-31', age_relaxation: true, fee_general: 100 },
    { title: 'two', total_posts: 10, exam_date: '2026-12-01', age_relaxation: false, fee_general: null },
    { title: 'Three, "3"', total_posts: 9, exam_date: null, age_relaxation: null, fee_general: 0 },
  ]
  const cases: Case[] = [
    { filter: 'title=eq.one', receives: 'one' },
    { filter: 'title=neq.one', receives: 'two, Three, "3"' },
    { filter: 'title=eq.ONE', receives: '' },
    { filter: 'title=eq."Three, \\"3\\""', receives: 'Three, "3"' },
    { filter: 'total_posts=eq.10', receives: 'two' },
    { filter: 'total_posts=lt.10', receives: 'one, Three, "3"' },
    { filter: 'total_posts=lte.9', receives: 'one, Three, "3"' },
    { filter: 'total_posts=gt.9', receives: 'two' },
    { filter: 'total_posts=gte.9', receives: 'two, Three, "3"' },
    { filter: 'total_posts=in.(1,9)', receives: 'one, Three, "3"' },
    { filter: 'title=in.("Three, \\"3\\"",two)', receives: 'two, Three, "3"' },
    { filter: 'exam_date=lt.2026-02-01', receives: 'one' },
    { filter: 'exam_date=neq.2026-01-31', receives: 'two' },
    { filter: 'exam_date=is.null', receives: 'Three, "3"' },
    { filter: 'exam_date=not.is.null', receives: 'one, two' },
    { filter: 'exam_date=isdistinct.2026-01-31', receives: 'two, Three, "3"' },
    { filter: 'age_relaxation=eq.true', receives: 'one' },
    { filter: 'age_relaxation=is.false', receives: 'two' },
    { filter: 'age_relaxation=not.eq.true', receives: 'two' },
    { filter: 'title=like.%e%', receives: 'one, Three, "3"' },
    { filter: 'title=ilike.T%', receives: 'two, Three, "3"' },
    { filter: 'title=not.like.%e%', receives: 'two' },
    { filter: 'created_at=gt.2020-01-01T00:00:00Z', receives: 'one, two, Three, "3"' },
    { filter: 'created_at=lt.2020-01-01', receives: '' },
    { filter: 'selection_process=is.null', receives: 'one, two, Three, "3"' },
    { filter: 'total_posts=gt.1,age_relaxation=is.null', receives: 'Three, "3"' },
    { filter: 'fee_general=eq.0', receives: 'Three, "3"' },
    { filter: '', receives: 'one, two, Three, "3"' },
    { filter: 'id=gt.0', receives: 'one, two, Three, "3"' },
  ]

  test('every filter lets exactly the matching rows through', async () => {
    const listeners = await Promise.all(
      cases.map(async ({ filter }, number) => {
        const request: SubscriptionRequest = { event: 'INSERT', schema: 'public', table: 'jobs', filter }
        return listen(request, { url, name: `filter ${number}`, token: staffToken })
      }),
    )
    for (const row of rows) await sql`insert into jobs ${sql({ ...row, slug: crypto.randomUUID() })}`
    // The last one is served after the others with a filter.
    for (const listener of listeners.slice(-2)) await listener.until(({ received }) => received.length === 3)
    const received = listeners.map((listener) => listener.received.map(({ new: row }) => row['title']).join(', '))
    expect(Object.fromEntries(cases.map(({ filter }, number) => [filter, received[number]]))).toEqual(
      Object.fromEntries(cases.map(({ filter, receives }) => [filter, receives])),
    )
  })

  test('an update that makes a row match the filter is an insertion, one that ends the match a deletion', async () => {
    const requests = ['*', 'INSERT', 'UPDATE', 'DELETE'].map((event) => ({
      ...everyJob,
      event,
      filter: 'status=eq.active',
    }))
    const listener = await listen(requests, { url })
    await sql`insert into jobs (title, slug, status) values ('Started', 'started', 'Start')`
    await sql`update jobs set status = 'active', title = 'Active'`
    await sql`update jobs set title = 'Still active'`
    await sql`update jobs set status = 'Date Extend'`
    await sql`delete from jobs`
    await allReceived(listener)
    const receivedBy = (request: number) =>
      events({ ...listener, received: listener.received.filter((one) => one.request === request) })
    expect(requests.map((_, request) => receivedBy(request))).toEqual([
      'INSERT Active, UPDATE Still active, DELETE',
      'INSERT Active',
      'UPDATE Active, UPDATE Still active',
      'DELETE',
    ])
  })

  const unable = (filters: string) =>
    `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [event: *, schema: public, table: jobs, filters: [${filters}], select: nil]. Exception: ERROR `
  test.each([
    ['total_posts=eq.many', unable('{"total_posts", "eq", "many", false}') + '22P02 '],
    ['total_posts=not.in.(1,many)', unable('{"total_posts", "in", "{1,many}", true}') + '22P02 '],
    ['exam_date=eq.someday', unable('{"exam_date", "eq", "someday", false}') + '22007 '],
    ['title=is.true', unable('{"title", "is", "true", false}') + '42804 '],
    [
      'nothing=eq.1',
      `${unable('{"nothing", "eq", "1", false}')}P0001 (raise_exception) invalid column for filter nothing`,
    ],
    ['status"; drop table jobs; --=eq.1', unable('{"status\\"; drop table jobs; --", "eq", "1", false}') + 'P0001 '],
    ['title', 'Error parsing `filter` params: ["title"]'],
    ['title=active', 'Error parsing `filter` params: ["active"]'],
    ['title=foo.hey', 'Error parsing `filter` params: ["foo", "hey"]'],
    ['title=match.a', 'Error parsing `filter` params: ["match", "a"]'],
    ['total_posts=in.1,2', 'Error parsing `filter` params: `in` filter value must be wrapped by parentheses'],
    [
      'title=eq.a,,id=eq.1',
      'Error parsing `filter` params: filter must not contain empty segments (check for extra commas)',
    ],
  ])('the filter %j is rejected with the message of Supabase', async (filter, message) => {
    const listener = await listen({ ...everyJob, filter }, { url, token: staffToken })
    expect(listener.system).toMatchObject([{ status: 'error', extension: 'postgres_changes' }])
    expect(listener.system[0]?.message.slice(0, message.length)).toBe(message)
  })

  test('a selection of columns that do not exist is rejected', async () => {
    const listener = await listen({ ...everyJob, select: ['title', 'nothing'] }, { url })
    expect(listener.system[0]?.message).toContain('select: ["title", "nothing"]]. Exception: ')
    const everything = await listen({ event: '*', schema: 'public', select: ['title'] }, { url, name: 'everything' })
    expect(everything.system[0]?.message).toMatch(/^Column selection is not supported for wildcard subscriptions/)
  })
})

describe('rights by role and table to receive a public row (p) and a hidden one (h)', () => {
  const people = [
    ['a visitor', undefined],
    ['a signed-in person', personToken],
    ['staff', staffToken],
  ] as const
  const named = ['categories', 'organizations']
  const matrix: [table: string, others: string, staff: string][] = [
    ...contentTables.map((table): [string, string, string] => [table, 'p', 'ph']),
    ['categories', 'p', 'ph'],
    ['organizations', 'p', 'ph'],
    ['recruitments', 'p', 'p'],
    ['profiles', '', ''],
    ['push_subscriptions', '', ''],
    ['newsletter_subscribers', '', ''],
    ['analytics_events', '', ''],
    ['slug_history', '', ''],
  ]
  const rows: Record<string, string> = {
    push_subscriptions: `insert into push_subscriptions (endpoint, p256dh, auth) values ('https://' || gen_random_uuid(), 'k', 'k')`,
    newsletter_subscribers: `insert into newsletter_subscribers (email) values (gen_random_uuid() || '@example.org')`,
    analytics_events: `insert into analytics_events (event_type, page) values ('page_view', '/')`,
    profiles: `insert into profiles (id, role) select id, 'user' from auth.users where email = '${person.email}' on conflict do nothing`,
    slug_history: `insert into slug_history (content_table, old_slug, record_id) values ('jobs', gen_random_uuid(), 1)`,
  }

  async function insertInto(table: string, isHidden: boolean): Promise<void> {
    const values = named.includes(table)
      ? { name: isHidden ? 'h' : 'p', is_active: !isHidden }
      : { title: isHidden ? 'h' : 'p', ...(isHidden && { status: 'inactive' }) }
    await sql`insert into ${sql(table)} ${sql({ ...values, slug: crypto.randomUUID() })}`
  }

  test.each(people)('%s receives the rows that its role may read', async (name, token) => {
    const listener = await listen({ event: '*', schema: 'public', table: '*' }, { url, ...(token && { token }) })
    for (const [table, others] of matrix) {
      const own = rows[table]
      if (own) await sql.unsafe(own)
      else await insertInto(table, false)
      if (others && table !== 'recruitments') await insertInto(table, true)
    }
    await allReceived(listener)
    const receivedOf = (table: string) =>
      listener.received
        .filter((change) => change.table === table)
        .map(({ new: row }) => String(row['title'] ?? row['name']))
        .join('')
    expect(matrix.map(([table]) => [table, receivedOf(table)])).toEqual(
      matrix.map(([table, others, staff]) => [table, name === 'staff' ? staff : others]),
    )
  })
})
