import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { clientOf, newAccount, oneByOne, openDatabase, portals, signIn, type Answer } from './portals.ts'

/** Columns that a row of these tables needs; other tables have a title and a slug, or nothing at all. */
const required: Record<string, (slug: string) => object> = {
  categories: (slug) => ({ name: slug, slug }),
  organizations: (slug) => ({ name: slug, slug }),
  newsletter_subscribers: (slug) => ({ email: `${slug}@example.org` }),
  analytics_events: (slug) => ({ event_type: 'page_view', page: `/${slug}` }),
  contact_messages: (slug) => ({ name: slug, email: `${slug}@example.org`, subject: slug, message: slug }),
  push_subscriptions: (slug) => ({ endpoint: `https://fcm.googleapis.com/${slug}`, p256dh: 'x', auth: 'x' }),
  search_words: (slug) => ({ written: slug, means: slug }),
  slug_history: (slug) => ({ content_table: 'jobs', old_slug: slug, record_id: 1 }),
  page_view_days: (slug) => ({ day: '2099-01-01', kind: slug, views: 1 }),
  gone_slugs: (slug) => ({ content_table: 'jobs', slug }),
  corrections: (slug) => ({ field: slug, content_table: 'jobs', record_id: 1 }),
  mistake_reports: (slug) => ({ message: slug, content_table: 'jobs', record_id: 1, reason: 'other' }),
  notice_plans: (slug) => ({ status: slug, content_table: 'jobs', record_id: 1_000_000, state: 'hidden' }),
  notice_previews: (slug) => ({ token_hash: slug, content_table: 'jobs', record_id: 1 }),
  sign_in_attempts: (slug) => ({ key: slug, attempts: 1, until: '2099-01-01' }),
}
const hexOf = (slug: string) => Buffer.from(slug.slice(0, 20)).toString('hex')
const rowOf = (table: string, slug: string) => required[table]?.(slug) ?? { title: slug, slug }

/** Visitors may add rows to these tables, but only the columns above. */
const openForAdding = ['newsletter_subscribers', 'analytics_events', 'contact_messages', 'mistake_reports']

describe.each(portals)('writes to the portal with its $mode database', async (portal) => {
  const sql = openDatabase(portal)
  const tables = (
    await sql<{ name: string }[]>`
      select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`
  ).map(({ name }) => name)

  test('S11: the schema has at least the 13 tables of the contract', () => {
    expect(tables.length).toBeGreaterThanOrEqual(13)
    expect(tables).toEqual(expect.arrayContaining(['jobs', 'profiles', ...Object.keys(required)]))
  })

  test.each(tables)('S11: neither visitors nor accounts without the role write to %s', async (table) => {
    const account = await newAccount(sql, portal, table === 'profiles' ? 'user' : null)
    const [person] = await sql`select id from auth.users where email = ${account.email}`
    const slug = `s11-${randomUUID()}`
    const isProfile = table === 'profiles'
    if (!isProfile) await sql`insert into ${sql(table)} ${sql(rowOf(table, slug))}`
    const find = () =>
      isProfile
        ? sql`select * from profiles where id = ${person?.['id']}`
        : sql`select * from ${sql(table)} as stored where stored::text ~ ${`${slug.slice(0, 20)}|${hexOf(slug)}`}`
    const before = await find()
    expect(before).toHaveLength(1)
    const id = before[0]?.['id'] ?? 1
    const [column = ''] = Object.keys(rowOf(table, slug))
    const change = isProfile ? { role: 'admin' } : { [column]: 's11-changed' }
    const added = isProfile ? { id: randomUUID(), role: 'admin' } : { ...rowOf(table, `${slug}-2`), ...chosenId(table) }

    const reader = await signIn(portal, account)
    for (const send of [clientOf(portal), reader.send]) {
      expectDenied(await send(`POST /rest/v1/${table}`, added))
      expectDenied(await send(`PATCH /rest/v1/${table}?id=eq.${id}`, change))
      expectDenied(await send(`DELETE /rest/v1/${table}?id=eq.${id}`))
    }
    expect(await find()).toEqual(before)
  })

  /** Columns that a visitor may not write, where some may be written. */
  function chosenId(table: string): object {
    return openForAdding.includes(table) ? { created_at: '2000-01-01' } : {}
  }

  /** Without the right to a table the call is denied; otherwise row-level security hides every row from it. */
  function expectDenied({ status, json, text }: Answer) {
    const hidden = [204, '']
    const denied = [401, 403, 400].flatMap((code) => ['42501', '42703'].map((error) => [code, error]))
    expect([status, text && json.code]).toBeOneOf([hidden, ...denied])
  }

  test.each([{}, { data: { role: 'admin' } }, { role: 'admin', user_metadata: { role: 'admin' } }])(
    'S11: nobody signs up: %j',
    async (extra) => {
      const email = `${randomUUID()}@example.org`
      const { status, json } = await clientOf(portal)('POST /auth/v1/signup', { email, password: email, ...extra })
      expect([status, json.error_code]).toEqual([422, 'signup_disabled'])
      expect(await sql`select from auth.users where email = ${email}`).toHaveLength(0)
    },
  )

  test.each(['', '?id=gt.0', '?id=in.(1,2)', '?id=not.eq.1', '?id=eq.1&id=eq.2', '?or=(id.eq.1,id.gt.0)'])(
    'S12: a change or deletion of an admin names one row: jobs%s is refused',
    async (query) => {
      const { send } = await signIn(portal)
      const before = await sql`select id from jobs order by id`
      expect(before.length).toBeGreaterThan(2)
      expect((await send(`PATCH /rest/v1/jobs${query}`, { title: 'S12 all rows' })).status).toBe(400)
      expect((await send(`DELETE /rest/v1/jobs${query}`)).status).toBe(400)
      expect(await sql`select from jobs where title = 'S12 all rows'`).toHaveLength(0)
      const after = await sql`select id from jobs order by id`
      expect(after).toEqual(expect.arrayContaining([...before]))
    },
  )

  describe('what visitors may add', () => {
    const address = () => `${randomUUID()}@example.org`
    const countOf = async (email: string) =>
      (await sql`select from newsletter_subscribers where email = ${email}`).length

    test('S13: an address subscribes five e-mails a minute', async () => {
      const send = clientOf(portal)
      const answers = await oneByOne(12, () => send('POST /rest/v1/newsletter_subscribers', { email: address() }))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
      const limited = answers.filter(({ status }) => status === 429)
      expect(limited).toHaveLength(7)
      expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    })

    test('S13: a stored e-mail is neither returned nor read', async () => {
      const [send, email] = [clientOf(portal), address()]
      const headers = { prefer: 'return=representation' }
      const returned = await send('POST /rest/v1/newsletter_subscribers', { email }, headers)
      expect([401, 403]).toContain(returned.status)
      expect(returned.text).not.toContain(email)
      expect((await clientOf(portal)('POST /rest/v1/newsletter_subscribers', { email })).status).toBe(201)
      for (const query of ['select=*', `select=email&email=eq.${email}`]) {
        const { status, json } = await send(`GET /rest/v1/newsletter_subscribers?${query}`)
        expect([query, status, json.code]).toEqual([query, 401, '42501'])
      }
      const twice = await clientOf(portal)('POST /rest/v1/newsletter_subscribers', { email: email.toUpperCase() })
      expect([twice.status, twice.json.code]).toEqual([409, '23505'])
      expect(await countOf(email)).toBe(1)
    })

    test.each<[what: string, change: (email: string) => unknown, statuses: number[]]>([
      ['a chosen id', (email) => ({ email, id: 7 }), [400, 401]],
      ['a chosen time', (email) => ({ email, created_at: '2000-01-01' }), [400, 401]],
      ['a header of a mail', (email) => ({ email: `${email}\r\nBcc: x@example.org` }), [400]],
      ['ten kilobytes', (email) => ({ email: `${'x'.repeat(10_000)}${email}` }), [413]],
      ['two thousand rows', (email) => Array.from({ length: 2_000 }, (_, row) => ({ email: `${row}${email}` })), [413]],
      ['two rows', (email) => [{ email }, { email: `2${email}` }], [400]],
    ])('S13: a subscription to the newsletter is rejected: %s', async (_what, change, statuses) => {
      const email = address()
      const { status } = await clientOf(portal)('POST /rest/v1/newsletter_subscribers', change(email))
      expect(statuses).toContain(status)
      expect(await sql`select from newsletter_subscribers where email like ${`%${email}%`}`).toHaveLength(0)
    })

    test('S14: page views above sixty a minute are dropped in silence', async () => {
      const [send, page] = [clientOf(portal), `/s14-${randomUUID()}`]
      const answers = await oneByOne(70, () =>
        send('POST /rest/v1/analytics_events', { event_type: 'page_view', page }),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      expect(await sql`select from analytics_events where page = ${page}`).toHaveLength(60)
    })

    test.each<[what: string, change: object, statuses: number[]]>([
      ['another event', { event_type: 'purchase' }, [400]],
      ['a query with a name', { page: '/search?q=asha+kumari' }, [400]],
      ['a page that is too long', { page: `/${'x'.repeat(512)}` }, [400]],
      ['a user agent of 100 kilobytes', { user_agent: 'x'.repeat(100_000) }, [413]],
      ['another time', { created_at: '2000-01-01' }, [400, 401]],
    ])('S14: a page view is rejected: %s', async (_what, change, statuses) => {
      const view = { event_type: 'page_view', page: `/s14-${randomUUID()}`, user_agent: 'Firefox', ...change }
      const { status } = await clientOf(portal)('POST /rest/v1/analytics_events', view)
      expect(statuses).toContain(status)
      expect(await sql`select from analytics_events where page = ${view.page}`).toHaveLength(0)
    })

    test('S14: of a long user agent 256 characters are stored', async () => {
      const page = `/s14-${randomUUID()}`
      const view = { event_type: 'page_view', page, user_agent: 'x'.repeat(2_000) }
      expect((await clientOf(portal)('POST /rest/v1/analytics_events', view)).status).toBe(201)
      expect(await sql`select user_agent from analytics_events where page = ${page}`).toEqual([
        { user_agent: 'x'.repeat(256) },
      ])
    })
  })
})
