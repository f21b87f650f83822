import { afterAll, describe, expect, test, vi } from 'vitest'
import { applyDuePlans } from '#backend/due-plans.ts'
import { openBackgroundConnections } from '#backend/database/server-connections.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { become, signIn } from './database-users.ts'
import { listen } from './realtime-client.ts'
import { admin, runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

// Plans are carried out by these tests where they say so, and by a running server below.
const database = await makeDatabase('migrated')
const { sql } = database
const served = await makeDatabase('migrated')
const running = await runBackend(served)
const visitor = running.client()
const staff = running.client()
await staff.auth.signInWithPassword(admin)
const person = await signIn(sql, 'admin')
const server = openBackgroundConnections(database.url)
afterAll(() => server.end())

const waitOptions = { timeout: 60_000, interval: 50 }
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

let last = 0
async function addJob(fields: Record<string, unknown> = {}): Promise<number> {
  const row = { title: 'A job', slug: `job-${(last += 1)}`, ...fields }
  const [stored] = await sql`insert into jobs ${sql(row as never)} returning id`
  return Number(stored?.['id'])
}
const planJob = (id: number, plan: object, status?: string) =>
  sql`update jobs set plan = ${sql.json(plan as never)}, status = ${status ? sql`${status}` : sql`status`} where id = ${id}`
const restore = (id: number) =>
  sql.begin(async (by) => {
    await become(by, person)
    await by`select restore_deleted(${by.json([{ table: 'jobs', id }])})`
  })
const jobOf = async (id: number) =>
  (await sql`select status, post_time, plan, posted_at, updated_at::text from jobs where id = ${id}`)[0]
const planOf = async (id: number) =>
  (
    await sql`select state, status, publish_at, hide_at from notice_plans where content_table = 'jobs' and record_id = ${id}`
  )[0]

describe('a plan is written with its notice', () => {
  test.each(CONTENT_KINDS)('a draft of $table is hidden, keeps its badge and returns no plan', async ({ table }) => {
    const row = { title: 'A draft', slug: 'a-draft', status: 'Start', plan: sql.json({ state: 'draft' }) }
    const [stored] = await sql`insert into ${sql(table)} ${sql(row)} returning id, status, plan`
    expect(stored).toMatchObject({ status: 'inactive', plan: null })
    const plans = await sql`select state, status from notice_plans
      where content_table = ${table} and record_id = ${stored?.['id']}`
    expect(plans).toEqual([{ state: 'draft', status: 'Start' }])
  })

  test.each([
    ['draft', { state: 'draft' }, 'inactive', { state: 'draft', status: 'Start' }],
    ['scheduled', { state: 'scheduled', publish_at: minutes(60) }, 'inactive', { state: 'scheduled', status: 'Start' }],
    ['hidden', { state: 'hidden' }, 'inactive', { state: 'hidden', status: 'Start' }],
    ['published', { state: 'published' }, 'Start', undefined],
    [
      'published for a time',
      { state: 'published', hide_at: minutes(60) },
      'Start',
      { state: 'published', status: 'Start' },
    ],
  ])('%s: from any other state, and back', async (_what, wanted, status, stored) => {
    const id = await addJob({ status: 'Start' })
    for (const before of ['draft', 'hidden', 'published']) {
      await planJob(id, { state: before })
      await planJob(id, wanted)
      expect((await jobOf(id))?.['status']).toBe(status)
      const plan = await planOf(id)
      expect(plan && { state: plan['state'], status: plan['status'] }).toEqual(stored)
    }
  })

  test('every change of a plan is a new version of the row', async () => {
    const id = await addJob()
    const plan = { state: 'draft' }
    await planJob(id, plan)
    const before = await jobOf(id)
    await planJob(id, plan)
    expect((await jobOf(id))?.['updated_at']).not.toBe(before?.['updated_at'])
  })

  test.each([
    ['no time to publish', { state: 'scheduled' }],
    ['an unknown state', { state: 'secret' }],
    ['no state', {}],
    ['hidden before it is published', { state: 'scheduled', publish_at: minutes(60), hide_at: minutes(60) }],
    ['a draft with a time', { state: 'draft', publish_at: minutes(60) }],
    ['a hidden notice with a time', { state: 'hidden', hide_at: minutes(60) }],
    ['a time that is none', { state: 'scheduled', publish_at: 'soon' }],
  ])('rejected: %s', async (_what, plan) => {
    const id = await addJob({ status: 'Start' })
    await expect(planJob(id, plan)).rejects.toThrow(/notice_plans|timestamp|state/)
    expect(await jobOf(id)).toMatchObject({ status: 'Start' })
  })

  test.each([
    ['too long', 'B'.repeat(41)],
    ['of the hidden status, spelt otherwise', 'Inactive'],
  ])('rejected: a badge %s, which the notice could never have', async (_what, status) => {
    const id = await addJob({ status: 'Start' })
    const plan = { state: 'scheduled', publish_at: minutes(60) }
    for (const change of [planJob(id, { ...plan, status }), planJob(id, plan, status)])
      await expect(change).rejects.toMatchObject({ code: '23514' })
    await expect(addJob({ status, plan: sql.json(plan) })).rejects.toMatchObject({ code: '23514' })
    expect(await planOf(id)).toBeUndefined()
  })

  test('an upsert of a row that is there does not publish a draft', async () => {
    const id = await addJob({ slug: 'upserted', plan: sql.json({ state: 'draft' }) })
    await sql`insert into jobs (title, slug, plan) values ('Again', 'upserted', '{"state": "draft"}')
      on conflict (slug) do update set title = excluded.title, status = excluded.status`
    expect(await jobOf(id)).toMatchObject({ status: 'inactive' })
  })
})

describe('rows without plans behave as before', () => {
  test('a status is stored as it is, and no plan with it', async () => {
    const id = await addJob({ status: 'inactive' })
    expect(await planOf(id)).toBeUndefined()
    for (const status of ['active', 'Start', null]) {
      await sql`update jobs set status = ${status} where id = ${id}`
      expect(await jobOf(id)).toMatchObject({ status })
      expect(await planOf(id)).toBeUndefined()
    }
  })

  test('a counted view and a check change neither plan nor version', async () => {
    const id = await addJob({ plan: sql.json({ state: 'scheduled', publish_at: minutes(60) }) })
    const before = [await jobOf(id), await planOf(id)]
    await sql`update jobs set view_count = 3, checked_at = now() where id = ${id}`
    expect([await jobOf(id), await planOf(id)]).toEqual(before)
  })
})

describe('a status that is set alone decides', () => {
  test('publishing a scheduled notice ends its plan, also the one to hide it', async () => {
    const id = await addJob({ plan: sql.json({ state: 'scheduled', publish_at: minutes(60), hide_at: minutes(90) }) })
    await sql`update jobs set status = 'active' where id = ${id}`
    expect(await planOf(id)).toBeUndefined()
  })

  test.each([
    ['draft', { state: 'draft' }],
    ['scheduled', { state: 'scheduled', publish_at: minutes(60) }],
  ])('a %s notice that is published by its status is posted now', async (_state, plan) => {
    const id = await addJob({ created_at: '2026-01-01T00:00:00Z', plan: sql.json(plan) })
    await sql`update jobs set status = 'active' where id = ${id}`
    const row = await jobOf(id)
    expect(Date.now() - Number(row?.['posted_at'])).toBeLessThan(120_000)
    const [news] = await sql`select push.is_new(to_jsonb(jobs)) as is_new from jobs where id = ${id}`
    expect(news).toEqual({ is_new: true })
  })

  test.each([
    ['draft', { state: 'draft' }],
    ['scheduled', { state: 'scheduled', publish_at: minutes(60) }],
  ])(
    'a %s notice that is hidden first is posted when it is published, also after that was undone',
    async (_state, plan) => {
      const id = await addJob({ created_at: '2026-01-01T00:00:00Z', plan: sql.json(plan) })
      await planJob(id, { state: 'hidden' })
      await planJob(id, { state: 'hidden', status: 'Start' })
      const act = crypto.randomUUID()
      await sql.begin(async (by) => {
        await become(by, person)
        await by`select set_config('suchana.act', ${act}, true)`
        await by`update jobs set status = 'active' where id = ${id}`
      })
      expect(Date.now() - Number((await jobOf(id))?.['posted_at'])).toBeLessThan(120_000)
      await sql.begin(async (by) => {
        await become(by, person)
        await by`select undo_act(${act})`
      })
      expect(await jobOf(id)).toMatchObject({ status: 'inactive', post_time: null })
      await planJob(id, { state: 'published', hide_at: minutes(60) })
      expect(Date.now() - Number((await jobOf(id))?.['posted_at'])).toBeLessThan(120_000)
    },
  )

  test('a hidden notice that is shown again keeps its post time', async () => {
    const id = await addJob({ created_at: '2026-01-01T00:00:00Z' })
    for (const status of ['inactive', 'active']) await sql`update jobs set status = ${status} where id = ${id}`
    expect((await jobOf(id))?.['posted_at']).toEqual(new Date('2026-01-01T00:00:00Z'))
  })

  test('hiding a notice ends its plan to hide it, and keeps its badge', async () => {
    const id = await addJob({ status: 'Start', plan: sql.json({ state: 'published', hide_at: minutes(60) }) })
    await sql`update jobs set status = 'inactive' where id = ${id}`
    expect(await planOf(id)).toMatchObject({ state: 'hidden', status: 'Start', hide_at: null })
  })

  test('another badge leaves the time to hide it', async () => {
    const id = await addJob({ status: 'Start', plan: sql.json({ state: 'published', hide_at: minutes(60) }) })
    await sql`update jobs set status = 'Date Extend' where id = ${id}`
    expect((await planOf(id))?.['hide_at']).not.toBe(null)
  })
})

describe('due plans', () => {
  const apply = () => applyDuePlans(server)

  test('neither a save nor a plan is the victim of a deadlock when they change the same counters of the search', async () => {
    const due = { state: 'scheduled', publish_at: minutes(60) }
    for (const title of ['Zebra', 'Aardvark']) await planJob(await addJob({ title, status: 'Start' }), due)
    await sql`update notice_plans set publish_at = now() - interval '1 minute' where publish_at is not null`
    await sql`create function pauses() returns trigger language plpgsql as 'begin perform pg_sleep(1); return new; end'`
    await sql`create trigger a_pause before update on jobs for each row when (new.title = 'Aardvark') execute function pauses()`
    const applied = apply()
    await expect.poll(async () => (await sql`select from pg_stat_activity where wait_event = 'PgSleep'`).count).toBe(1)
    const saved = sql`insert into results (title, slug) values ('Aardvark Zebra', 'aardvark-zebra')`.execute()
    expect(await Promise.allSettled([applied, saved])).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
    const later = await sql`select from notice_plans where retry_at is not null`
    expect(later).toHaveLength(0)
    await sql`drop trigger a_pause on jobs`
    await sql`drop function pauses()`
    const published = await sql`select from jobs where title in ('Zebra', 'Aardvark') and status = 'Start'`
    expect(published).toHaveLength(2)
    await sql`delete from jobs where title in ('Zebra', 'Aardvark')`
  })

  test('nothing happens before the time', async () => {
    const id = await addJob({ status: 'Start', plan: sql.json({ state: 'scheduled', publish_at: minutes(1) }) })
    await apply()
    expect(await jobOf(id)).toMatchObject({ status: 'inactive' })
    const [row] = await server<{ wait: number }[]>`select rules.next_due_plan() as wait`
    expect(row?.wait).toBeGreaterThan(0)
    expect(row?.wait).toBeLessThanOrEqual(60_000)
    await sql`delete from notice_plans where record_id = ${id}`
  })

  test('after the minute has passed the notice has its badge, and is posted at the planned time', async () => {
    const id = await addJob({
      status: 'Start',
      plan: sql.json({ state: 'scheduled', publish_at: '2026-11-10T18:30:00Z' }),
    })
    await apply()
    expect(await jobOf(id)).toMatchObject({
      status: 'Start',
      post_time: '11/11/2026 12:00 AM',
      posted_at: new Date('2026-11-10T18:30:00Z'),
    })
    expect(await planOf(id)).toBeUndefined()
  })

  test('a post time of its own stays', async () => {
    const id = await addJob({
      post_time: '01/11/2026 9:00 AM',
      plan: sql.json({ state: 'scheduled', publish_at: minutes(-1) }),
    })
    await apply()
    expect(await jobOf(id)).toMatchObject({ status: 'active', post_time: '01/11/2026 9:00 AM' })
  })

  test('a draft that is published by hand is posted now', async () => {
    const id = await addJob({ created_at: '2026-01-01T00:00:00Z', plan: sql.json({ state: 'draft' }) })
    await planJob(id, { state: 'published' })
    const row = await jobOf(id)
    expect(Date.now() - Number(row?.['posted_at'])).toBeLessThan(120_000)
  })

  test('a notice whose whole time has passed was published and then hidden, in this order', async () => {
    await sql`truncate outbox.changes`
    const id = await addJob({
      status: 'Start',
      plan: sql.json({ state: 'scheduled', publish_at: minutes(-20), hide_at: minutes(-10) }),
    })
    await apply()
    expect(await jobOf(id)).toMatchObject({ status: 'inactive' })
    expect(await planOf(id)).toMatchObject({ state: 'hidden', status: 'Start', hide_at: null })
    const changes = await sql`select record ->> 'status' as status from outbox.changes
      where table_name = 'jobs' and (record ->> 'id')::bigint = ${id} order by sequence`
    expect(changes.map((change) => change['status'])).toEqual(['inactive', 'Start', 'inactive'])
  })

  test('two servers at once publish each of 60 notices once', async () => {
    await sql`truncate outbox.changes`
    const plan = { state: 'scheduled', publish_at: minutes(-1) }
    const ids = await Promise.all(Array.from({ length: 60 }, () => addJob({ plan: sql.json(plan) })))
    await Promise.all([apply(), apply()])
    await apply()
    expect((await sql`select from jobs where id = any (${ids}) and status = 'active'`).count).toBe(60)
    expect((await sql`select from outbox.changes where kind = 'UPDATE'`).count).toBe(60)
  })

  test('a notice that a save has locked does not hold up the others, and is next', async () => {
    const plan = { state: 'scheduled', publish_at: minutes(-1) }
    const [locked, free] = [await addJob({ plan: sql.json(plan) }), await addJob({ plan: sql.json(plan) })]
    await sql.begin(async (save) => {
      await save`update jobs set title = 'Saved' where id = ${locked}`
      await apply()
      expect(await jobOf(free)).toMatchObject({ status: 'active' })
      expect(await jobOf(locked)).toMatchObject({ status: 'inactive' })
    })
    await apply()
    expect(await jobOf(locked)).toMatchObject({ status: 'active' })
  })

  test('a save that unschedules a due notice in time wins', async () => {
    const id = await addJob({ plan: sql.json({ state: 'scheduled', publish_at: minutes(-1) }) })
    await planJob(id, { state: 'draft' })
    await apply()
    expect(await jobOf(id)).toMatchObject({ status: 'inactive' })
    expect(await planOf(id)).toMatchObject({ state: 'draft' })
  })

  test('a notice that cannot be changed is tried again and does not hold up the others', async () => {
    const plan = { state: 'scheduled', publish_at: minutes(-2) }
    const [broken, sound] = [await addJob({ plan: sql.json(plan) }), await addJob({ plan: sql.json(plan) })]
    await sql.unsafe(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger a_refusal before update on jobs for each row when (old.id = ${broken}) execute function refuse()`)
    await apply()
    expect(await jobOf(sound)).toMatchObject({ status: 'active' })
    await sql.unsafe('drop trigger a_refusal on jobs')
    await sql`update notice_plans set retry_at = now() where record_id = ${broken}`
    await apply()
    expect(await jobOf(broken)).toMatchObject({ status: 'active' })
  })

  test('followers hear of it when it is published, and not before', async () => {
    const [organization] = await sql`insert into organizations (name, slug) values ('SSC', 'ssc') returning id::int`
    const [subscription] = await sql`
      insert into push_subscriptions (endpoint, p256dh, auth) values ('https://push.example/1', 'key', 'key') returning id`
    const topic = `organization:${organization?.['id']}`
    await sql`insert into push.follows (subscription_id, topic, events) values (${subscription?.['id']}, ${topic}, '{jobs}')`
    const events = async () =>
      (await sql`select event from push.events where topic = ${topic}`).map(({ event }) => event as string)
    const plan = { state: 'scheduled', publish_at: minutes(60) }
    const id = await addJob({ organization_id: organization?.['id'], plan: sql.json(plan) })
    await apply()
    expect(await events()).toEqual([])
    await sql`update notice_plans set publish_at = now() where record_id = ${id}`
    await apply()
    expect(await events()).toEqual(['jobs'])
  })

  test.each([
    ['published', { state: 'scheduled', publish_at: minutes(-1) }, { status: 'Start' }, undefined],
    [
      'hidden',
      { state: 'published', hide_at: minutes(-1) },
      { status: 'inactive' },
      { state: 'hidden', status: 'Start', publish_at: null, hide_at: null },
    ],
  ])('what fell due in the bin is %s once it is restored', async (_what, plan, then, planned) => {
    const id = await addJob({ status: 'Start', plan: sql.json(plan) })
    const { status } = (await jobOf(id)) as { status: string }
    await sql`delete from jobs where id = ${id}`
    await apply()
    expect(await planOf(id)).toMatchObject({ state: plan.state })
    await restore(id)
    expect(await jobOf(id)).toMatchObject({ status })
    await apply()
    expect(await jobOf(id)).toMatchObject(then)
    expect(await planOf(id)).toEqual(planned)
  })

  test('the plan of what is deleted for ever is deleted with it', async () => {
    const id = await addJob({ plan: sql.json({ state: 'scheduled', publish_at: minutes(60) }) })
    await sql`delete from jobs where id = ${id}`
    expect(await planOf(id)).toMatchObject({ state: 'scheduled' })
    await sql`delete from bin.items where table_name = 'jobs' and record_id = ${id}`
    expect(await planOf(id)).toBeUndefined()
  })
})

describe('over the contract', () => {
  const scheduled = { title: 'Secretly Planned', slug: 'secretly-planned', status: 'active' }

  test('staff schedule a notice in one request; visitors learn nothing of it until it is published', async () => {
    const listener = await listen({ event: '*', schema: 'public', table: 'jobs' }, { url: running.url })
    const plan = { state: 'scheduled', publish_at: minutes(60), hide_at: minutes(600) }
    const { data, error } = await staff
      .from('jobs')
      .insert({ ...scheduled, plan })
      .select()
      .single()
    expect(error).toBe(null)
    expect(data).toMatchObject({ status: 'inactive', plan: null })
    const plans = await staff.from('notice_plans').select('*').eq('record_id', data.id).single()
    expect(plans.data).toMatchObject({ content_table: 'jobs', state: 'scheduled', status: 'active' })

    expect((await visitor.from('notice_plans').select('*')).status).toBe(401)
    expect((await visitor.from('notice_previews').select('*')).status).toBe(401)
    const hidden = async () => [
      (await visitor.from('jobs').select('*').eq('slug', scheduled.slug)).data,
      (await visitor.rpc('search_notices', { query: 'Secretly' })).data ?? [],
      (await visitor.rpc('newest_notices', { content_table: 'jobs' })).data,
      (await visitor.rpc('notice_with_siblings', { content_table: 'jobs', slug: scheduled.slug })).data,
    ]
    expect(JSON.stringify(await hidden())).not.toContain('secretly')
    expect(
      (
        await visitor
          .from('jobs')
          .update({ plan: { state: 'published' } })
          .eq('id', data.id)
      ).status,
    ).toBe(401)

    await running.sql`update notice_plans set publish_at = now() where record_id = ${data.id}`
    await listener.until(({ received }) => received.some((change) => change.new['slug'] === scheduled.slug))
    const [change] = listener.received.filter(({ new: row }) => row['slug'] === scheduled.slug)
    expect(change?.new).toMatchObject({ status: 'active', plan: null })
    expect(JSON.stringify(listener.received)).not.toContain('hide_at')
    const [row] = (await visitor.from('jobs').select('*').eq('slug', scheduled.slug)).data ?? []
    expect(row).toMatchObject({ status: 'active', plan: null })

    await running.sql`update notice_plans set hide_at = now() where record_id = ${data.id}`
    await vi.waitUntil(
      async () => (await visitor.from('jobs').select('id').eq('slug', scheduled.slug)).data?.length === 0,
      waitOptions,
    )
  })

  test('an old client that publishes a scheduled notice ends its plan', async () => {
    const plan = { state: 'scheduled', publish_at: minutes(60) }
    const row = { title: 'Old Client', slug: 'old-client', plan }
    const { data } = await staff.from('jobs').insert(row).select().single()
    await staff.from('jobs').update({ status: 'active' }).eq('id', data?.id)
    expect((await staff.from('notice_plans').select('id').eq('record_id', data?.id)).data).toEqual([])
  })

  test('staff write plans with notices only, and the lists of the admin find them by state', async () => {
    const { data } = await staff
      .from('jobs')
      .insert({ title: 'Found By State', slug: 'found-by-state', plan: { state: 'draft' } })
      .select()
      .single()
    const forged = { content_table: 'jobs', record_id: data?.id, state: 'published' }
    expect((await staff.from('notice_plans').insert(forged)).status).toBe(403)
    expect((await staff.from('notice_plans').update({ state: 'hidden' }).eq('id', 1)).status).toBe(403)
    const found = async (only_status: string) => {
      const parameters = { table_name: 'jobs', search: '', only_status }
      const rows = (await staff.rpc('admin_search', parameters)).data as { id: number }[]
      expect((await staff.rpc('admin_count', parameters)).data).toBe(rows.length)
      return rows.map(({ id }) => id)
    }
    expect(await found('state:draft')).toEqual([data?.id])
    expect(await found('state:scheduled')).toEqual([])
  })
})
