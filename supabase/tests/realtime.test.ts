import { beforeEach, describe, expect, test } from 'vitest'
import { clientKinds, listen, type Listener, type Wish } from './realtime-client.ts'
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

// No test hears of what the one before it did.
beforeEach(async () => {
  await sql`delete from jobs`
  await settled()
})

function events({ heard }: Listener): string {
  return heard.map(({ eventType, new: row }) => [eventType, row['title']].filter(Boolean).join(' ')).join(', ')
}

/** Everything that was committed before has been said to them. */
async function toldEverything(...listeners: Listener[]): Promise<void> {
  const title = `End ${Math.random()}`
  await sql`insert into jobs (title, slug) values (${title}, gen_random_uuid())`
  const isEnd = (change: { new: Record<string, unknown> }) => change.new['title'] === title
  for (const listener of listeners) {
    await listener.until(({ heard }) => heard.some(isEnd))
    listener.heard.splice(listener.heard.findIndex(isEnd))
  }
}

describe.each(clientKinds)('the official client %s', (kind) => {
  test('hears of rows that are added, changed and deleted', async () => {
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
    await listener.until(({ heard }) => heard.length === 3)

    const [inserted, updated, deleted] = listener.heard
    const facts = { schema: 'public', table: 'jobs', errors: null, wish: 0 }
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
    // The same row that the table interface gives, to the letter.
    expect(updated?.new).toEqual(read)
    expect(deleted).toMatchObject({ ...facts, eventType: 'DELETE', new: {} })
    expect(deleted?.old).toEqual({ id: read.id })
    for (const { commit_timestamp: time } of listener.heard) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(10_000)
    }
  })

  test('as staff hears of drafts, and as a visitor of what is published', async () => {
    const visitor = await listen(everyJob, { url, kind })
    const editor = await listen(everyJob, { url, kind, token: staffToken })
    await sql`insert into jobs (title, slug, status) values ('Draft', 'draft', 'inactive')`
    await sql`update jobs set status = 'active', title = 'Published'`
    await sql`update jobs set title = 'Corrected'`
    await sql`update jobs set status = 'inactive', title = 'Withdrawn'`
    await sql`update jobs set title = 'Secret'`
    await sql`delete from jobs`
    await toldEverything(visitor, editor)
    expect(events(editor)).toBe(
      'INSERT Draft, UPDATE Published, UPDATE Corrected, UPDATE Withdrawn, UPDATE Secret, DELETE',
    )
    expect(events(visitor)).toBe('INSERT Published, UPDATE Corrected, DELETE')
    expect(visitor.heard.at(-1)?.old).toEqual({ id: visitor.heard[0]?.new['id'] })
  })

  test('hears what each of its wishes asks for, in one channel', async () => {
    const wishes = [
      { event: 'INSERT', schema: 'public', table: 'jobs' },
      { event: 'UPDATE', schema: 'public', table: 'jobs', filter: 'status=eq.Start' },
      { event: 'DELETE', schema: 'public', table: 'jobs' },
      { event: '*', schema: 'public', table: 'results' },
      { event: '*', schema: 'public' },
    ]
    const listener = await listen(wishes, { url, kind })
    await sql`insert into jobs (title, slug) values ('A', 'a')`
    await sql`update jobs set title = 'B'`
    await sql`update jobs set status = 'Start'`
    await sql`delete from jobs`
    await sql`insert into results (title, slug) values ('R', gen_random_uuid())`
    await listener.until(({ heard }) => heard.filter(({ table }) => table === 'results').length === 2)
    const heardBy = (wish: number) =>
      listener.heard.filter((change) => change.wish === wish).map(({ table, eventType }) => `${table} ${eventType}`)
    expect(wishes.map((_, wish) => heardBy(wish))).toEqual([
      ['jobs INSERT'],
      ['jobs UPDATE'],
      ['jobs DELETE'],
      ['results INSERT'],
      ['jobs INSERT', 'jobs UPDATE', 'jobs UPDATE', 'jobs DELETE', 'results INSERT'],
    ])
  })

  test('leaves a channel and hears no more; others go on', async () => {
    const first = await listen(everyJob, { url, kind, name: 'first' })
    const second = await listen(everyJob, { url, kind, name: 'second' }, first.client)
    expect(await first.channel.unsubscribe()).toBe('ok')
    await sql`insert into jobs (title, slug) values ('Later', 'later')`
    await toldEverything(second)
    expect([events(first), events(second)]).toEqual(['', 'INSERT Later'])
    expect(first.statuses).toEqual(['SUBSCRIBED', 'CLOSED'])
  })

  test('is told that it cannot subscribe to what is not published', async () => {
    for (const table of ['profiles', 'push_subscriptions', 'newsletter_subscribers', 'analytics_events', 'nothing']) {
      const listener = await listen(
        { event: '*', schema: 'public', table },
        { url, kind, name: table, token: staffToken },
      )
      expect(listener.statuses).toEqual(['SUBSCRIBED'])
      expect(listener.system).toMatchObject([{ status: 'error', extension: 'postgres_changes', channel: table }])
      expect(listener.system[0]?.message).toMatch(
        /^Unable to subscribe to changes with given parameters\. Please check Realtime is enabled/,
      )
    }
  })

  test('is refused broadcast and presence', async () => {
    const listener = await listen(everyJob, { url, kind })
    const send = (type: 'broadcast' | 'presence') => listener.channel.send({ type, event: 'track', payload: {} })
    void send('broadcast')
    void send('presence')
    await listener.until(({ system }) => system.length === 3)
    expect(listener.system.slice(1).map(({ extension, status }) => [extension, status])).toEqual([
      ['broadcast', 'error'],
      ['presence', 'error'],
    ])
    await toldEverything(listener)
  })
})

test.each(clientKinds.slice(0, 2))('the official client %s is refused a private channel', async (kind) => {
  const { client: realtime } = await listen(everyJob, { url, kind })
  const [status, reason] = await new Promise<[string, string | undefined]>((resolve) =>
    realtime
      .channel('hidden', { config: { private: true } })
      .subscribe((...[said, error]) => resolve([said, error?.message])),
  )
  expect([status, reason]).toEqual(['CHANNEL_ERROR', expect.stringContaining('Unauthorized')])
})

test('a channel may ask for some columns alone', async () => {
  const listener = await listen({ ...everyJob, select: ['title', 'status'] }, { url })
  const whole = await listen(everyJob, { url, name: 'whole' })
  await sql`insert into jobs (title, slug) values ('Short', 'short')`
  await listener.until(({ heard }) => heard.length === 1)
  expect(listener.heard[0]?.new).toEqual({ id: expect.any(Number), title: 'Short', status: 'active' })
  await whole.until(({ heard }) => heard.length === 1)
  expect(whole.heard[0]?.new).toHaveProperty('slug', 'short')
})

test('a record above a megabyte comes without its large values, and says so', async () => {
  const long = 'क'.repeat(99_000)
  await sql`insert into jobs (title, slug) values ('Large', 'large')`
  await settled()
  const listener = await listen(everyJob, { url })
  await sql`update jobs set description = ${long}, eligibility = ${long}, post_name = ${long}, required_documents = ${long}`
  await listener.until(({ heard }) => heard.length === 1)
  const [change] = listener.heard
  expect(change).toMatchObject({ errors: ['Error 413: Payload Too Large'], new: { title: 'Large', slug: 'large' } })
  expect(change?.new).not.toHaveProperty('description')
})

describe('a filter compares as the database does', () => {
  interface Case {
    filter: string
    hears: string
  }
  const rows = [
    { title: 'one', total_posts: 1, exam_date: '2026-01-31', age_relaxation: true, fee_general: 100 },
    { title: 'two', total_posts: 10, exam_date: '2026-12-01', age_relaxation: false, fee_general: null },
    { title: 'Three, "3"', total_posts: 9, exam_date: null, age_relaxation: null, fee_general: 0 },
  ]
  const cases: Case[] = [
    { filter: 'title=eq.one', hears: 'one' },
    { filter: 'title=neq.one', hears: 'two, Three, "3"' },
    { filter: 'title=eq.ONE', hears: '' },
    { filter: 'title=eq."Three, \\"3\\""', hears: 'Three, "3"' },
    { filter: 'total_posts=eq.10', hears: 'two' },
    { filter: 'total_posts=lt.10', hears: 'one, Three, "3"' },
    { filter: 'total_posts=lte.9', hears: 'one, Three, "3"' },
    { filter: 'total_posts=gt.9', hears: 'two' },
    { filter: 'total_posts=gte.9', hears: 'two, Three, "3"' },
    { filter: 'total_posts=in.(1,9)', hears: 'one, Three, "3"' },
    { filter: 'title=in.("Three, \\"3\\"",two)', hears: 'two, Three, "3"' },
    { filter: 'exam_date=lt.2026-02-01', hears: 'one' },
    { filter: 'exam_date=neq.2026-01-31', hears: 'two' },
    { filter: 'exam_date=is.null', hears: 'Three, "3"' },
    { filter: 'exam_date=not.is.null', hears: 'one, two' },
    { filter: 'exam_date=isdistinct.2026-01-31', hears: 'two, Three, "3"' },
    { filter: 'age_relaxation=eq.true', hears: 'one' },
    { filter: 'age_relaxation=is.false', hears: 'two' },
    { filter: 'age_relaxation=not.eq.true', hears: 'two' },
    { filter: 'title=like.%e%', hears: 'one, Three, "3"' },
    { filter: 'title=ilike.T%', hears: 'two, Three, "3"' },
    { filter: 'title=not.like.%e%', hears: 'two' },
    { filter: 'created_at=gt.2020-01-01T00:00:00Z', hears: 'one, two, Three, "3"' },
    { filter: 'created_at=lt.2020-01-01', hears: '' },
    { filter: 'selection_process=is.null', hears: 'one, two, Three, "3"' },
    { filter: 'total_posts=gt.1,age_relaxation=is.null', hears: 'Three, "3"' },
    { filter: 'fee_general=eq.0', hears: 'Three, "3"' },
    { filter: '', hears: 'one, two, Three, "3"' },
  ]

  test('each by itself, all at once', async () => {
    const listeners = await Promise.all(
      cases.map(async ({ filter }, number) => {
        const wish: Wish = { event: 'INSERT', schema: 'public', table: 'jobs', filter }
        return listen(wish, { url, name: `filter ${number}` })
      }),
    )
    for (const row of rows) await sql`insert into jobs ${sql({ ...row, slug: crypto.randomUUID() })}`
    await listeners.at(-1)?.until(({ heard }) => heard.length === 3)
    await settled()
    const heard = listeners.map((listener) => listener.heard.map(({ new: row }) => row['title']).join(', '))
    expect(Object.fromEntries(cases.map(({ filter }, number) => [filter, heard[number]]))).toEqual(
      Object.fromEntries(cases.map(({ filter, hears }) => [filter, hears])),
    )
  })

  test('a row that enters what the filter lets through is inserted, one that leaves it deleted', async () => {
    const wishes = ['*', 'INSERT', 'UPDATE', 'DELETE'].map((event) => ({
      ...everyJob,
      event,
      filter: 'status=eq.active',
    }))
    const listener = await listen(wishes, { url })
    await sql`insert into jobs (title, slug, status) values ('Started', 'started', 'Start')`
    await sql`update jobs set status = 'active', title = 'Active'`
    await sql`update jobs set title = 'Still active'`
    await sql`update jobs set status = 'Date Extend'`
    await sql`delete from jobs`
    await toldEverything(listener)
    const heardBy = (wish: number) => events({ ...listener, heard: listener.heard.filter((one) => one.wish === wish) })
    expect(wishes.map((_, wish) => heardBy(wish))).toEqual([
      'INSERT Active, UPDATE Still active, DELETE',
      'INSERT Active',
      'UPDATE Active, UPDATE Still active',
      'DELETE',
    ])
  })

  test.each([
    'total_posts=eq.many',
    'exam_date=eq.someday',
    'nothing=eq.1',
    'title',
    'title=match.a',
    'title=is.true',
    'status"; drop table jobs; --=eq.1',
  ])('%j is refused', async (filter) => {
    const listener = await listen({ ...everyJob, filter }, { url })
    expect(listener.system).toMatchObject([{ status: 'error', extension: 'postgres_changes' }])
    expect(listener.system[0]?.message).toMatch(/^Unable to subscribe to changes with given parameters/)
  })
})

describe('role x table: who hears of a public row (p), and of a hidden one (h)', () => {
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

  test.each(people)('%s', async (name, token) => {
    const listener = await listen({ event: '*', schema: 'public', table: '*' }, { url, ...(token && { token }) })
    for (const [table, others] of matrix) {
      const own = rows[table]
      if (own) await sql.unsafe(own)
      else await insertInto(table, false)
      if (others && table !== 'recruitments') await insertInto(table, true)
    }
    await toldEverything(listener)
    const heardOf = (table: string) =>
      listener.heard
        .filter((change) => change.table === table)
        .map(({ new: row }) => String(row['title'] ?? row['name']))
        .join('')
    expect(matrix.map(([table]) => [table, heardOf(table)])).toEqual(
      matrix.map(([table, others, staff]) => [table, name === 'staff' ? staff : others]),
    )
  })
})
