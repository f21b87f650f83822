import { describe, expect, test } from 'vitest'
import type { Field } from '#domain/content/fields/field.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { SAMPLE_ROWS } from '#test/sample-rows.ts'
import { admin, runBackend } from './running-backend.ts'
import { contentTables } from './specified-columns.ts'
import { keys, makeDatabase } from './test-database.ts'

/** `@supabase/supabase-js` as it is, over the network, doing every call of the contract. */
const database = await makeDatabase('sample')
const { sql } = database
const { client } = await runBackend(database)
const visitor = client()
const { user: staff } = await signIn()

async function signIn() {
  const user = client()
  const { data, error } = await user.auth.signInWithPassword(admin)
  expect(error).toBe(null)
  return { user, session: data.session }
}

const isoTimestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/

describe('official client: a visitor reads', () => {
  test('a visitor reads the quick links', async () => {
    const { data } = await visitor
      .from('jobs')
      .select('title, slug')
      .eq('is_quick_link', true)
      .order('created_at', { ascending: false })
      .limit(9)
    expect(data).toHaveLength(9)
    expect(Object.keys(data?.[0] ?? {})).toEqual(['title', 'slug'])
  })

  test.each(contentTables)(
    'a visitor reads the list of %s, newest first, and one notice by its slug',
    async (table) => {
      const { data: list } = await visitor
        .from(table)
        .select('id, title, status, slug, created_at, posted_at, post_time')
        .order('posted_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(25)
      expect(list).toHaveLength(Math.min(25, SAMPLE_ROWS[table]))
      const order = list?.map(({ posted_at }) => Date.parse(posted_at)) ?? []
      expect(order).toEqual(order.toSorted((a, b) => b - a))
      for (const { posted_at, created_at } of list ?? []) {
        expect([posted_at, created_at]).toEqual([
          expect.stringMatching(isoTimestamp),
          expect.stringMatching(isoTimestamp),
        ])
      }

      const { data: one } = await visitor.from(table).select('*').eq('slug', list?.[0]?.slug).single()
      expect(one).toMatchObject(list?.[0] ?? {})
    },
  )

  test('a visitor searches jobs of one status by title, posts or eligibility', async () => {
    const { data, count } = await visitor
      .from('jobs')
      .select('title, status', { count: 'exact' })
      .eq('status', 'active')
      .or('title.ilike.%railway%,post_name.ilike.%railway%,eligibility.ilike.%railway%')
    const titles = [
      'RRC Northern Railway Act Apprentice Online Form 2026',
      'Railway RRB Group D [Level-1] Online Form 2026',
      'Railway RRB NTPC Graduate Level Online Form 2026',
    ]
    expect(data?.map(({ title }) => title).sort()).toEqual(titles)
    expect(data?.map(({ status }) => status)).toEqual(['active', 'active', 'active'])
    expect(count).toBe(3)
  })

  test('a visitor cannot read a hidden notice: not in a list, not by its slug, not in a count', async () => {
    const [hidden] = await sql`select slug from jobs where status = 'inactive'`
    expect(hidden?.['slug']).toBeTruthy()
    expect(await visitor.from('jobs').select('slug').eq('slug', hidden?.['slug'])).toMatchObject({ data: [] })
    expect(await visitor.from('jobs').select('*').eq('slug', hidden?.['slug']).single()).toMatchObject({
      data: null,
      error: { code: 'PGRST116' },
    })
    const { count } = await visitor.from('jobs').select('*', { count: 'exact', head: true })
    expect(count).toBe(39)
  })

  test('a visitor reads a notice with its organization in one request', async () => {
    const { data } = await visitor
      .from('jobs')
      .select('title, organizations(name)')
      .not('organization_id', 'is', null)
      .limit(1)
    expect(data).toEqual([{ title: expect.any(String), organizations: { name: expect.any(String) } }])
  })
})

describe('official client: a visitor writes', () => {
  test.each(contentTables)('a visitor cannot write to %s', async (table) => {
    const before = await sql`select * from ${sql(table)} order by id`
    const responses = [
      await visitor.from(table).insert({ title: 'Mine', slug: 'mine' }),
      await visitor.from(table).update({ title: 'Mine' }).eq('id', 1),
      await visitor.from(table).delete().eq('id', 1),
      await visitor.from(table).upsert({ title: 'Mine', slug: 'mine' }, { onConflict: 'slug' }),
    ]
    for (const { status, error } of responses) expect([status, error?.code]).toEqual([401, '42501'])
    expect(await sql`select * from ${sql(table)} order by id`).toEqual(before)
  })

  test('a visitor subscribes to the newsletter once, and no row is returned', async () => {
    const subscribe = () => visitor.from('newsletter_subscribers').insert({ email: 'reader@example.org' })
    expect(await subscribe()).toMatchObject({ status: 201, data: null, error: null })
    expect(await subscribe()).toMatchObject({ status: 409, error: { code: '23505', details: null } })
    expect(await visitor.from('newsletter_subscribers').insert({ email: 'no address' })).toMatchObject({
      status: 400,
      error: { code: '23514', details: null },
    })
    expect(await visitor.from('newsletter_subscribers').insert({ email: 'b@example.org' }).select()).toMatchObject({
      status: 401,
    })
    expect(await visitor.from('newsletter_subscribers').select('email')).toMatchObject({ status: 401, data: null })
    expect(await sql`select email from newsletter_subscribers`).toEqual([{ email: 'reader@example.org' }])
  })

  test('a visitor inserts a page view', async () => {
    const event = { event_type: 'page_view', page: '/jobs', user_agent: 'Mozilla/5.0' }
    expect(await visitor.from('analytics_events').insert(event)).toMatchObject({ status: 201, error: null })
    expect(await sql`select event_type, page, user_agent from analytics_events`).toEqual([event])
  })
})

describe('official client: sign-in', () => {
  test.each([
    ['a wrong password', { ...admin, password: 'a wrong password' }],
    ['an unknown address', { ...admin, email: 'nobody@example.org' }],
  ])('sign-in with %s fails, with the same error for both', async (_what, credentials) => {
    const { data, error } = await client().auth.signInWithPassword(credentials)
    expect(data).toEqual({ user: null, session: null })
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  })

  test('sign-in returns a session of half an hour that can be refreshed', async () => {
    const { user, session } = await signIn()
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 1800, user: { email: admin.email } })
    const { data, error } = await user.auth.refreshSession()
    expect(error).toBe(null)
    expect(data.session?.refresh_token).not.toBe(session?.refresh_token)
    expect(
      (
        await user
          .from('profiles')
          .select('role')
          .eq('id', data.user?.id ?? '')
          .single()
      ).data,
    ).toEqual({ role: 'admin' })
  })
})

describe('official client: staff', () => {
  test.each(contentTables)('staff adds, changes, hides, finds and deletes a row of %s', async (table) => {
    const slug = `written-by-staff-${table.replace('_', '-')}`
    const added = await staff
      .from(table)
      .insert({ title: 'Written by staff', slug, status: 'inactive' })
      .select()
      .single()
    expect(added).toMatchObject({ status: 201, error: null, data: { slug, status: 'inactive', is_featured: false } })
    const { id } = added.data

    const changes = { post_time: '20/11/2026 9:05 AM', is_featured: true, display_order: 3, meta_title: null }
    const changed = await staff.from(table).update(changes).eq('id', id).select().single()
    expect(changed.data).toMatchObject({ ...changes, posted_at: '2026-11-20T03:35:00+00:00' })
    expect(await visitor.from(table).select('id').eq('id', id)).toMatchObject({ data: [] })
    expect(
      await staff
        .from(table)
        .select('id')
        .eq('slug', slug)
        .neq('id', id + 1),
    ).toMatchObject({ data: [{ id }] })

    const twin = await staff.from(table).insert({ title: 'Twin', slug }).select().single()
    expect(twin).toMatchObject({ status: 409, error: { code: '23505', message: expect.stringContaining('slug') } })
    expect(await staff.from(table).delete().eq('id', id)).toMatchObject({ status: 204, error: null })
    expect(await sql`select from ${sql(table)} where slug = ${slug}`).toHaveLength(0)
  })

  test('amounts with paise are numbers in every answer, and are compared as numbers', async () => {
    const slug = 'with-paise'
    const fees = { fee_general: 1250.5, fee_sc_st: 90.25, fee_female: 0 }
    const added = await staff
      .from('jobs')
      .insert({ title: 'With paise', slug, ...fees })
      .select('id')
      .single()
    const read = visitor.from('jobs').select('fee_general, fee_sc_st, fee_female').gt('fee_general', 1250.25)
    expect(await read.lt('fee_sc_st', 100).eq('slug', slug)).toMatchObject({ data: [fees] })
    const page = await visitor.rpc('notice_with_siblings', { content_table: 'jobs', slug })
    expect(page.data.notice).toMatchObject(fees)
    expect((await visitor.rpc('newest_notices', { content_table: 'jobs' })).data).toContainEqual(
      expect.objectContaining(fees),
    )
    expect(await staff.rpc('admin_search', { table_name: 'jobs', search: 'With paise' })).toMatchObject({
      data: [fees],
    })
    const refused = await staff.from('jobs').update({ fee_general: -0.5 }).eq('id', added.data?.id)
    expect(refused).toMatchObject({ status: 400, error: { code: '23514' } })
    await staff.from('jobs').delete().eq('id', added.data?.id)
  })

  test.each(contentTables)('staff stores every field of the form of %s as it was sent', async (table) => {
    const samples = {
      timestamp: null,
      line: 'भारत, "quoted" & <b>',
      paragraph: 'Two\nlines',
      markdown: '# Heading',
      date: '2026-11-20',
      number: 7,
      rupees: 250.5,
      'yes-no': true,
      link: 'https://ssc.gov.in/a?b=1',
      list: 'Written test, Interview',
      'numbers-by-category': { obc: 3, general: 7 },
      'rupees-by-category': { sc: 0, general: 250.5 },
      'marks-by-category': { sc: 98.1234567, general: 152.5 },
      vacancies: '[{"name":"Clerk","posts":7,"eligibility":"Any degree"}]',
      slug: 'every-field',
      status: 'Start',
      'post-time': '20/11/2026 9:05 AM',
      reference: 1,
    }
    const sampleOf = ({ type, options = [], mostLines }: Field) => {
      const values = options.slice(-2).map(({ value }) => value)
      if (type === 'choice') return values[0]
      if (type === 'choices') return values
      return mostLines ? ['Law', 'विधि'] : samples[type]
    }
    const columns = Object.entries(fieldsOf(table)).filter(([, { isPlanned }]) => !isPlanned)
    const form = Object.fromEntries(columns.map(([name, field]) => [name, sampleOf(field)]))
    const { data, error } = await staff.from(table).insert<Record<string, unknown>>(form).select().single()
    expect(error).toBe(null)
    expect(data).toMatchObject(form)

    const emptied = Object.fromEntries(
      Object.keys(form)
        .filter((name) => name !== 'title' && name !== 'slug')
        .map((name) => [name, null]),
    )
    const update = await staff.from(table).update(emptied).eq('id', data.id).select().single()
    expect(update.error).toBe(null)
    expect(update.data).toMatchObject(emptied)
  })

  test.each(['jobs', 'results', 'admit_cards'])('staff toggles the quick link of %s', async (table) => {
    const [row] = await sql`select id, is_quick_link from ${sql(table)} limit 1`
    const { data } = await staff
      .from(table)
      .update({ is_quick_link: !row?.['is_quick_link'] })
      .eq('id', row?.['id'])
      .select('is_quick_link')
      .single()
    expect(data).toEqual({ is_quick_link: !row?.['is_quick_link'] })
  })

  const others: [table: string, row: Record<string, unknown>][] = [
    ['categories', { name: 'Railway Group D', slug: 'railway-group-d', sort_order: 5, is_active: false }],
    ['organizations', { name: 'RRB', slug: 'rrb-test', website_url: 'https://rrb.gov.in', is_active: false }],
    ['recruitments', { title: 'RRB Group D', slug: 'rrb-group-d-test' }],
  ]
  test.each(others)('staff adds, changes and deletes a row of %s', async (table, row) => {
    const added = await staff.from(table).insert(row).select().single()
    expect(added.data).toMatchObject(row)
    const { id } = added.data
    expect(await staff.from(table).update({ slug: 'changed' }).eq('id', id).select('slug')).toMatchObject({
      data: [{ slug: 'changed' }],
    })
    expect(await staff.from(table).delete().eq('id', id)).toMatchObject({ status: 204 })
  })

  test.each([
    ['an invalid link', { apply_link: 'javascript:alert(1)' }, 400, '23514'],
    ['a day that does not exist', { apply_end_date: '2026-02-31' }, 400, '22008'],
    ['a text instead of a number', { total_posts: 'many' }, 400, '22P02'],
    ['a negative number', { total_posts: -1 }, 400, '23514'],
    ['an unknown organization', { organization_id: 987_654 }, 409, '23503'],
    ['an unknown column', { nothing: 1 }, 400, 'PGRST204'],
    ['the time of creation', { created_at: '2020-01-01' }, 403, '42501'],
  ])('staff cannot store %s', async (_what, fields, status, code) => {
    const { error, status: answered } = await staff.from('jobs').insert({ title: 'Wrong', slug: 'wrong', ...fields })
    expect([answered, error?.code]).toEqual([status, code])
  })
})

describe('official client: rights end at once', () => {
  const attempts = async (user: typeof staff) => [
    (await user.from('jobs').insert({ title: 'Late', slug: 'late' })).status,
    (await user.from('jobs').update({ title: 'Late' }).eq('id', 1).select()).data,
    (await user.from('jobs').delete().eq('id', 1).select()).data,
    (await user.from('jobs').select('id').eq('status', 'inactive')).data,
    (await user.from('profiles').select('role')).data,
    (await user.from('newsletter_subscribers').select('email')).data,
  ]
  const none = [403, [], [], [], [], []]

  /** A client that uses the same token even after its session has ended. */
  async function withTokenOf(token: string | undefined) {
    const user = client()
    await user.auth.setSession({ access_token: token ?? '', refresh_token: 'none' })
    return user
  }

  test('rights end when the session is signed out by another client', async () => {
    const { user, session } = await signIn()
    const elsewhere = await withTokenOf(session?.access_token)
    expect((await elsewhere.from('profiles').select('role')).data).toEqual([{ role: 'admin' }])
    expect((await user.auth.signOut()).error).toBe(null)
    expect(await attempts(elsewhere)).toEqual([401, null, null, null, null, null])
    expect((await elsewhere.auth.getUser()).error).not.toBe(null)
  })

  test('rights end when the role is removed, and return with the role', async () => {
    const { user, session } = await signIn()
    const setRole = (role: string) => sql`update profiles set role = ${role} where id = ${session?.user.id ?? ''}`
    await setRole('user')
    expect(await attempts(user)).toEqual(none)
    await setRole('admin')
    expect((await user.from('profiles').select('role')).data).toEqual([{ role: 'admin' }])
  })

  test('a session that was signed out cannot be refreshed', async () => {
    const { user, session } = await signIn()
    await user.auth.signOut()
    const { error } = await client().auth.refreshSession({ refresh_token: session?.refresh_token ?? '' })
    expect(error).toMatchObject({ status: 400 })
  })
})

test('the server reads and writes all tables with its secret key', async () => {
  const server = client(keys.secretKey)
  expect(
    (await server.from('push_subscriptions').insert({ endpoint: 'https://a.example', p256dh: 'k', auth: 'a' })).error,
  ).toBe(null)
  expect((await server.from('push_subscriptions').select('endpoint, p256dh')).data).toHaveLength(1)
  expect((await server.from('jobs').select('id').eq('status', 'inactive')).data).toHaveLength(1)
})
