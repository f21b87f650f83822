import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openBackgroundConnections } from '#backend/database/server-connections.ts'
import { deleteOldRows } from '#backend/retention.ts'
import { as, become, server, signIn, undone, visitor } from './database-users.ts'
import { contentTables } from './specified-columns.ts'
import { makeDatabase } from './test-database.ts'

const { sql, url } = await makeDatabase('migrated')
const admin = await signIn(sql, 'admin')
const reader = await signIn(sql, 'user')

type Sql = Parameters<Parameters<typeof undone>[1]>[0]

const changes = (by: Sql) =>
  by`select actor, source, table_name as table, row_id::int as row, operation, before, after
       from history.changes order by id`
const outside = (by: Sql) => by`select set_config('role', 'none', true)`

/** Makes changes as a user in a transaction that is undone, and returns what was recorded. */
const recorded = (person: typeof admin, ...statements: string[]) =>
  undone(sql, async (by) => {
    await by`insert into jobs (title, slug) values ('Before', 'before')`
    const [last] = await by`select max(id) as id from history.changes`
    await become(by, person)
    for (const statement of statements) await by.unsafe(statement)
    await outside(by)
    const all = await by`select id from history.changes where id <= ${last?.['id']}`
    return (await changes(by)).slice(all.count)
  })

describe('what is recorded', () => {
  const edited = [...contentTables, 'organizations', 'categories', 'recruitments']

  test.each(edited)('a new, a changed and a deleted row of %s, with who and from where', async (table) => {
    const heading = ['organizations', 'categories'].includes(table) ? 'name' : 'title'
    const [inserted, updated, deleted, ...more] = await recorded(
      admin,
      `insert into ${table} (${heading}, slug) values ('One', 'one')`,
      `update ${table} set ${heading} = 'Two' where slug = 'one'`,
      `delete from ${table} where slug = 'one'`,
    )
    const common = { actor: admin.claims.sub, source: 'api', table, row: expect.any(Number) }
    expect(inserted).toMatchObject({ ...common, operation: 'insert', before: null, after: { [heading]: 'One' } })
    expect(updated).toEqual({
      ...common,
      operation: 'update',
      before: { [heading]: 'One' },
      after: { [heading]: 'Two' },
    })
    expect(deleted).toMatchObject({ ...common, operation: 'delete', before: { [heading]: 'Two' }, after: null })
    expect(more).toEqual([])
  })

  test('search words', async () => {
    const words = await recorded(admin, `insert into search_words (written, means) values ('XY', 'Xylophone')`)
    expect(words).toMatchObject([{ table: 'search_words', operation: 'insert', after: { means: 'Xylophone' } }])
  })

  test('a check, but no page view and no save without a change', async () => {
    const found = await recorded(
      server,
      `update jobs set view_count = view_count + 1`,
      `update jobs set title = title`,
      `update jobs set checked_at = '2026-11-20T10:00:00Z'`,
      `update jobs set title = 'x' where slug = 'nothing'`,
    )
    expect(found).toMatchObject([{ actor: null, source: 'api', after: { checked_at: '2026-11-20T10:00:00+00:00' } }])
  })

  test('the role of an account', async () => {
    const found = await recorded(server, `update profiles set role = 'admin' where id = '${reader.claims.sub}'`)
    const id = reader.claims.sub
    expect(found).toMatchObject([
      { table: 'profiles', row: null, before: { id, role: 'user' }, after: { id, role: 'admin' } },
    ])
  })

  test('a notification of an admin and its end, but neither its progress nor one to followers', async () => {
    const content = JSON.stringify({ title: 'New', body: 'Jobs', category: 'jobs', url: '/jobs' })
    const found = await recorded(
      server,
      `select push.queue('${admin.claims.sub}', 'key', '${content}')`,
      `insert into push.notifications (title, body, category, url) values ('Later', 'Jobs', 'jobs', '/jobs')`,
      `update push.notifications set sent = 3, failed = 1`,
      `update push.notifications set state = 'cancelled' where title = 'Later'`,
      `insert into push.notifications (title, body, category, url, event) values ('F', 'J', 'jobs', '/jobs', 'jobs')`,
    )
    const common = { table: 'notifications', row: expect.any(Number) }
    expect(found[0]).toMatchObject({ ...common, actor: admin.claims.sub, operation: 'insert', after: { title: 'New' } })
    expect(found.at(-1)).toMatchObject({ ...common, operation: 'update', after: { state: 'cancelled' } })
    expect(found.filter(({ after }) => after.event !== undefined && after.event !== null)).toEqual([])
    expect(found.some(({ after }) => 'sent' in after)).toBe(false)
  })

  test('that an admin deleted a message or finished a report, without what the visitor wrote', async () => {
    const found = await undone(sql, async (by) => {
      await by`insert into jobs (title, slug) values ('Before', 'before')`
      await by`insert into contact_messages (name, email, subject, message) values ('Asha', 'a@b.in', 'Hi', 'Text')`
      await by`insert into mistake_reports (content_table, record_id, reason, message, attempt)
        values ('jobs', 1, 'other', 'Text', 0.1234567890123), ('jobs', 1, 'date', 'Text', 0.1234567890123)`
      const before = (await changes(by)).length
      await become(by, admin)
      await by`delete from contact_messages`
      await by`update mistake_reports set done_at = now() where reason = 'other'`
      await by`delete from mistake_reports where reason = 'date'`
      await become(by, server)
      await by`delete from mistake_reports`
      await outside(by)
      return (await changes(by)).slice(before)
    })
    expect(found).toHaveLength(3)
    expect(Object.keys(found[0]?.['before'])).toEqual(['id', 'created_at'])
    expect(JSON.stringify(found)).not.toMatch(/Asha|a@b\.in|Text|Hi|0\.1234567890123/)
  })

  test('that all rows were deleted at once', async () => {
    const found = await undone(sql, async (by) => {
      const before = (await changes(by)).length
      await by`truncate jobs`
      return (await changes(by)).slice(before)
    })
    expect(found).toMatchObject([{ table: 'jobs', row: null, operation: 'delete', source: 'server', before: null }])
  })

  test('a change of a plan, alone or with what else the statement changes', async () => {
    const found = await recorded(
      admin,
      `update jobs set plan = '{"state": "draft"}', title = 'Planned' where slug = 'before'`,
      `update jobs set plan = '{"state": "scheduled", "publish_at": "2099-01-01T00:00:00Z"}' where slug = 'before'`,
      `update jobs set plan = '{"state": "scheduled", "publish_at": "2099-01-01T00:00:00Z"}' where slug = 'before'`,
    )
    const draft = { state: 'draft', status: 'active', publish_at: null, hide_at: null }
    const scheduled = { ...draft, state: 'scheduled', publish_at: '2099-01-01T00:00:00+00:00' }
    const common = {
      actor: admin.claims.sub,
      source: 'api',
      table: 'jobs',
      row: expect.any(Number),
      operation: 'update',
    }
    expect(found).toEqual([
      {
        ...common,
        before: { title: 'Before', status: 'active', plan: { state: 'published' } },
        after: { title: 'Planned', status: 'inactive', plan: draft },
      },
      { ...common, before: { plan: draft }, after: { plan: scheduled } },
    ])
  })

  test('a plan among the changes of its notice and in the log', async () => {
    await as(sql, admin, async (by) => {
      const [row] = await by`insert into jobs (title, slug) values ('A', 'a-plan') returning id::int`
      await by`update jobs set plan = '{"state": "published", "hide_at": "2099-01-01T00:00:00Z"}' where slug = 'a-plan'`
      const [history] = await by`select record_history('jobs', ${row?.['id']}) as found`
      expect(history?.['found'][0]).toMatchObject({
        operation: 'update',
        after: { plan: { state: 'published', hide_at: '2099-01-01T00:00:00+00:00' } },
      })
      const [log] = await by`select activity(only_table => 'jobs', page_size => 1) as found`
      expect(log?.['found']).toMatchObject([{ operation: 'update', row: row?.['id'], fields: ['plan'] }])
    })
  })

  test('nothing of a change that is not committed', async () => {
    const before = (await changes(sql)).length
    const failed = sql.begin(async (by) => {
      await by`insert into organizations (name, slug) values ('Crash', 'crash')`
      expect(await changes(by)).toHaveLength(before + 1)
      await by`select 1 / 0`
    })
    await expect(failed).rejects.toThrow('division by zero')
    expect(await changes(sql)).toHaveLength(before)
  })
})

describe('the history', () => {
  test.each([
    ['a visitor', visitor],
    ['a signed-in person', reader],
    ['staff', admin],
    ['the server', server],
  ])('%s can neither read nor change the table', async (_name, person) => {
    await sql`insert into organizations (name, slug) values (${randomUUID()}, ${randomUUID()})`
    for (const statement of [
      'select * from history.changes',
      `insert into history.changes (act, source, table_name, operation) values (gen_random_uuid(), 'api', 'jobs', 'insert')`,
      `update history.changes set actor = null`,
      'delete from history.changes',
      'truncate history.changes',
      'alter table history.changes disable trigger user',
      'select history.record_changes()',
    ])
      await expect(as(sql, person, (by) => by.unsafe(statement))).rejects.toMatchObject({ code: '42501' })
  })

  test.each([`update history.changes set actor = null`, 'delete from history.changes', 'truncate history.changes'])(
    'the owner of the database is stopped: %s',
    async (statement) => {
      await sql`insert into organizations (name, slug) values (${randomUUID()}, ${randomUUID()})`
      await expect(sql.unsafe(statement)).rejects.toThrow('The history cannot be changed')
    },
  )

  test('the server deletes what is older than two years, with names that nothing mentions any more', async () => {
    const [old, recent] = [randomUUID(), randomUUID()]
    await sql`insert into history.people values (${old}, 'old@example.org'), (${recent}, 'recent@example.org')`
    await sql`insert into history.changes (at, act, actor, source, table_name, row_id, operation)
      values (now() - interval '731 days', gen_random_uuid(), ${old}, 'form', 'jobs', 1, 'update'),
             (now() - interval '729 days', gen_random_uuid(), ${recent}, 'form', 'jobs', 1, 'update')`
    const connections = openBackgroundConnections(url)
    const [sooner] = await connections`select rules.delete_history('0 days', 0) as deleted`
    expect(sooner).toEqual({ deleted: 0 })
    await deleteOldRows(connections)
    await connections.end()
    const people = await sql`select name from history.people where id in (${old}, ${recent})`
    expect(people).toEqual([{ name: 'recent@example.org' }])
    expect((await sql`select from history.changes where actor = ${recent}`).count).toBe(1)
  })

  test('names who made a change after the account was deleted', async () => {
    const left = await signIn(sql, 'admin')
    const [{ id } = { id: 0 }] = await sql.begin(async (by) => {
      await become(by, left)
      return by`insert into organizations (name, slug) values (${randomUUID()}, ${randomUUID()}) returning id`
    })
    await sql`delete from auth.users where id = ${left.claims.sub ?? ''}`
    const name = `${left.claims.sub}@example.org`
    await as(sql, admin, async (by) => {
      const [history] = await by`select record_history('organizations', ${id}) as found`
      expect(history?.['found']).toMatchObject([{ name, operation: 'insert', source: 'api' }])
      const [authors] = await by`select row_authors('organizations', array[${id}]::bigint[]) as found`
      expect(authors?.['found']).toMatchObject({ [id]: { created_by: name, updated_by: name } })
    })
  })

  test('names people as their profile does, after a change of it too', async () => {
    const name = await undone(sql, async (by) => {
      await become(by, admin)
      await by`insert into organizations (name, slug) values ('A', 'a-row')`
      await outside(by)
      await by`update profiles set display_name = 'Asha' where id = ${admin.claims.sub ?? ''}`
      await become(by, admin)
      await by`update organizations set name = 'B' where slug = 'a-row'`
      const [row] =
        await by`select row_authors('organizations', array(select id from organizations where slug = 'a-row')) as found`
      return Object.values(row?.['found'])
    })
    expect(name).toMatchObject([{ created_by: 'Asha', updated_by: 'Asha' }])
  })

  test('is read page by page, by staff alone', async () => {
    await as(sql, admin, async (by) => {
      const [row] = await by`insert into organizations (name, slug) values ('A', 'a-row') returning id::int`
      const id = row?.['id']
      for (const name of ['B', 'C', 'D']) await by`update organizations set name = ${name} where id = ${id}`
      const page = async (before: number | null) =>
        (await by`select record_history('organizations', ${id}, ${before}, 3) as found`)[0]?.['found']
      const newest = await page(null)
      expect(newest.map(({ after }: { after: object }) => after)).toEqual([{ name: 'D' }, { name: 'C' }, { name: 'B' }])
      expect(await page(newest[2].id)).toMatchObject([{ operation: 'insert', after: { name: 'A' } }])

      const log = async (arguments_: string) =>
        (await by.unsafe(`select activity(${arguments_}) as found`))[0]?.['found']
      const first = await log(`only_table => 'organizations', page_size => 2`)
      expect(first).toMatchObject([{ title: 'D', row: id, fields: ['name'] }, { operation: 'update' }])
      const next = await log(
        `only_table => 'organizations', page_size => 2, before_at => '${first[1].at}', before_id => ${first[1].id}`,
      )
      expect(next).toMatchObject([{ operation: 'update' }, { operation: 'insert', fields: null }])
      const person = `person => '${admin.claims.sub}'`
      expect(await log(`${person}, only_operation => 'insert', only_source => 'api', page_size => 1`)).toHaveLength(1)
      const [account] = await log(`only_table => 'profiles', page_size => 1`)
      expect(account.title).toMatch(/^[0-9a-f-]{36}@example[.]org$/)
      expect(await log(`${person}, until => now() - interval '1 hour'`)).toEqual([])
      expect(await log(`${person}, only_source => 'import'`)).toEqual([])
    })
    for (const person of [visitor, reader, server])
      for (const call of [`record_history('jobs', 1)`, `row_authors('jobs', '{1}')`, 'activity()', 'activity_people()'])
        await expect(as(sql, person, (by) => by.unsafe(`select ${call}`))).rejects.toMatchObject({ code: '42501' })
  })
})
