import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { as, become, server, signIn, visitor } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')
const admin = await signIn(sql, 'admin')
const editor = await signIn(sql, 'editor')
const reader = await signIn(sql, 'user')
const tables = CONTENT_KINDS.map(({ table }) => table)

type Sql = Parameters<Parameters<typeof as>[2]>[0]
interface Answer {
  act: string
  undone: number
  refused: { table: string; id: number; title: string; reason: string }[]
}

beforeEach(async () => {
  await sql.unsafe(`truncate ${[...tables, 'recruitments', 'categories', 'organizations'].join()} restart identity`)
  await sql`insert into organizations (name, slug) values ('SSC', 'ssc'), ('UPSC', 'upsc')`
  await sql`insert into jobs (title, slug, organization_id, total_posts, apply_end_date)
    select 'Job ' || n, 'job-' || n, 1, n, '2026-11-10' from generate_series(1, 3) as n`
})

/** Does something as an act of its own. */
async function act(by: Sql, ...statements: string[]): Promise<string> {
  const number = randomUUID()
  await by`select set_config('suchana.act', ${number}, true), set_config('suchana.source', 'bulk', true)`
  for (const statement of statements) await by.unsafe(statement)
  await by`select set_config('suchana.act', '', true), set_config('suchana.source', '', true)`
  return number
}
const undo = async (by: Sql, number: string) =>
  (await by<{ answer: Answer }[]>`select undo_act(${number}) as answer`)[0]?.answer
const jobs = (by: Sql) =>
  by`select id::int, status, total_posts as posts, apply_end_date as until from jobs order by id`

describe('undoing an act', () => {
  test('restores the values of every row that it changed, and undoing that makes the change again', async () => {
    await as(sql, admin, async (by) => {
      const before = await jobs(by)
      const number = await act(
        by,
        `update jobs set status = 'inactive', total_posts = null, apply_end_date = '2026-12-01'`,
      )
      const after = await jobs(by)
      const answer = await undo(by, number)
      expect(answer).toEqual({ act: expect.stringMatching(/^[0-9a-f-]{36}$/), undone: 3, refused: [] })
      expect(await jobs(by)).toEqual(before)
      expect(await undo(by, answer?.act ?? '')).toMatchObject({ undone: 3, refused: [] })
      expect(await jobs(by)).toEqual(after)
    })
  })

  test('leaves a row whose column somebody has changed since, and says which', async () => {
    await as(sql, admin, async (by) => {
      const number = await act(by, `update jobs set status = 'closed', total_posts = 9`)
      await by`update jobs set total_posts = 10 where id = 2`
      await by`update jobs set title = 'Another title' where id = 3`
      expect(await undo(by, number)).toMatchObject({
        undone: 2,
        refused: [{ table: 'jobs', id: 2, title: 'Job 2', reason: 'changed' }],
      })
      expect(await by`select id::int, title, status, total_posts as posts from jobs order by id`).toEqual([
        { id: 1, title: 'Job 1', status: 'active', posts: 1 },
        { id: 2, title: 'Job 2', status: 'closed', posts: 10 },
        { id: 3, title: 'Another title', status: 'active', posts: 3 },
      ])
    })
  })

  test('undoing twice changes nothing, and names no row as changed by somebody', async () => {
    await as(sql, admin, async (by) => {
      const numbers = [
        await act(by, `update jobs set total_posts = 9, status = 'inactive' where id = 1`),
        await act(by, `delete from jobs where id = 2`),
        await act(by, `insert into jobs (title, slug) values ('New', 'new')`),
      ]
      for (const number of numbers) {
        await undo(by, number)
        const before = await by`select id, updated_at from jobs order by id`
        expect(await undo(by, number)).toMatchObject({ undone: 1, refused: [] })
        expect(await by`select id, updated_at from jobs order by id`).toEqual(before)
      }
      await by`update jobs set total_posts = 10 where id = 1`
      expect(await undo(by, numbers[0] ?? '')).toMatchObject({ undone: 0, refused: [{ id: 1, reason: 'changed' }] })
    })
  })

  test('changes of one row in one act are undone together', async () => {
    await as(sql, admin, async (by) => {
      const before = await jobs(by)
      const number = await act(
        by,
        `update jobs set status = 'closed', total_posts = 8 where id = 1`,
        `update jobs set total_posts = 9 where id = 1`,
        `update jobs set total_posts = 2 where id = 2`,
        `insert into jobs (title, slug) values ('Short', 'short')`,
        `delete from jobs where slug = 'short'`,
      )
      expect(await undo(by, number)).toMatchObject({ undone: 1, refused: [] })
      expect(await jobs(by)).toEqual(before)
    })
  })

  test('an organization that was deleted after its notices were moved returns with them', async () => {
    await as(sql, admin, async (by) => {
      const [before] = await by`select to_jsonb(o) as row from organizations as o where id = 1`
      const number = await act(by, `select reassign_and_delete('organizations', 1, 2)`)
      expect(await by`select distinct organization_id::int as id from jobs`).toEqual([{ id: 2 }])
      expect(await undo(by, number)).toMatchObject({ undone: 4, refused: [] })
      expect(await by`select distinct organization_id::int as id from jobs`).toEqual([{ id: 1 }])
      expect(await by`select to_jsonb(o) as row from organizations as o where id = 1`).toEqual([before])
    })
  })

  test('new rows are deleted, except those that somebody has changed or uses', async () => {
    await as(sql, admin, async (by) => {
      const number = await act(
        by,
        `insert into organizations (name, slug) values ('Used', 'used'), ('Unused', 'unused')`,
        `insert into jobs (title, slug) values ('New', 'new'), ('Changed', 'changed')`,
      )
      await by`update jobs set title = 'Changed since' where slug = 'changed'`
      await by`update jobs set organization_id = (select id from organizations where slug = 'used') where id = 1`
      const answer = await undo(by, number)
      expect(answer?.undone).toBe(2)
      expect(answer?.refused.map(({ title, reason }) => `${title}: ${reason}`)).toEqual([
        'Changed since: changed',
        'Used: used',
      ])
      expect(await by`select slug from organizations order by slug`).toEqual([
        { slug: 'ssc' },
        { slug: 'upsc' },
        { slug: 'used' },
      ])
    })
  })

  test('a deleted row returns with its id, address and times, unless its address is taken', async () => {
    await as(sql, admin, async (by) => {
      const [first] = await by`select to_jsonb(j) - 'list_rank' as row from jobs as j where id = 1`
      const number = await act(by, `delete from jobs where id <= 2`)
      await by`insert into jobs (title, slug) values ('Other', 'job-2')`
      expect(await undo(by, number)).toMatchObject({
        undone: 1,
        refused: [{ table: 'jobs', id: 2, title: 'Job 2', reason: 'taken' }],
      })
      expect(await by`select to_jsonb(j) - 'list_rank' as row from jobs as j where id = 1`).toEqual([first])
    })
  })

  test('a deletion before the last one does not bring back what the row was then', async () => {
    await as(sql, admin, async (by) => {
      const first = await act(by, `delete from jobs where id <= 2`)
      await become(by, editor)
      await act(by, `select restore_deleted('[{"table": "jobs", "id": 1}]')`)
      await act(by, `update jobs set title = 'Renamed' where id = 1`)
      const last = await act(by, `delete from jobs where id = 1`)
      await become(by, admin)
      expect(await undo(by, first)).toMatchObject({ undone: 1, refused: [{ table: 'jobs', id: 1, reason: 'changed' }] })
      expect(await by`select title from jobs where id <= 2`).toEqual([{ title: 'Job 2' }])
      expect(await undo(by, last)).toMatchObject({ undone: 1, refused: [] })
      expect(await by`select title from jobs where id = 1`).toEqual([{ title: 'Renamed' }])
    })
  })

  test('a value that has become impossible keeps one row, not the others', async () => {
    await as(sql, admin, async (by) => {
      const number = await act(by, `update jobs set slug = slug || '-new'`)
      await by`insert into jobs (title, slug) values ('Other', 'job-2')`
      expect(await undo(by, number)).toMatchObject({ undone: 2, refused: [{ id: 2, reason: 'taken' }] })
      expect(await by`select slug from jobs order by id`).toEqual([
        { slug: 'job-1' },
        { slug: 'job-2-new' },
        { slug: 'job-3' },
        { slug: 'job-2' },
      ])
    })
  })

  const planOf = (by: Sql) => by`
    select jobs.status, state, plans.status as badge, publish_at, hide_at, post_time, posted_at = created_at as is_posted_first
      from jobs left join notice_plans as plans on content_table = 'jobs' and record_id = jobs.id where jobs.id = 1`
  const plans = {
    published: { state: 'published' },
    'published until': { state: 'published', hide_at: '2100-01-02T00:00:00Z' },
    draft: { state: 'draft' },
    scheduled: { state: 'scheduled', publish_at: '2100-01-01T00:00:00Z', hide_at: '2100-01-02T00:00:00Z' },
    hidden: { state: 'hidden' },
  }
  const toPlan = (plan: object) => `update jobs set plan = '${JSON.stringify(plan)}' where id = 1`
  const changes = {
    'published by its status': `update jobs set status = 'active' where id = 1`,
    'hidden by its status': `update jobs set status = 'inactive' where id = 1`,
    ...Object.fromEntries(Object.entries(plans).map(([next, wanted]) => [next, toPlan(wanted)])),
  }
  test.each(Object.entries(plans))(
    'a notice that was %s is so again, with its times and badge',
    async (_name, plan) => {
      await as(sql, admin, async (by) => {
        for (const [next, change] of Object.entries(changes)) {
          await by`update jobs set status = 'Start', post_time = null where id = 1`
          await by.unsafe(toPlan(plan))
          const before = await planOf(by)
          const number = await act(by, change)
          const after = await planOf(by)
          const answer = await undo(by, number)
          expect({ next, refused: answer?.refused, plan: await planOf(by) }).toEqual({
            next,
            refused: [],
            plan: before,
          })
          await undo(by, answer?.act ?? '')
          expect({ next, again: await planOf(by) }).toEqual({ next, again: after })
        }
      })
    },
  )

  test('a plan that somebody has changed since stays, and the row is named', async () => {
    await as(sql, admin, async (by) => {
      await by.unsafe(toPlan(plans.scheduled))
      const number = await act(by, toPlan(plans.draft))
      await by.unsafe(toPlan({ state: 'scheduled', publish_at: '2101-01-01T00:00:00Z' }))
      const before = await planOf(by)
      expect(await undo(by, number)).toMatchObject({ undone: 0, refused: [{ id: 1, reason: 'changed' }] })
      expect(await planOf(by)).toEqual(before)
    })
  })

  test('a new notice that somebody has scheduled since stays, until that is undone', async () => {
    await as(sql, admin, async (by) => {
      const toState = (plan: object) => `update jobs set plan = '${JSON.stringify(plan)}' where slug = 'new'`
      const number = await act(
        by,
        `insert into jobs (title, slug, plan) values ('New', 'new', '{"state": "hidden"}')`,
        toState(plans.draft),
      )
      const other = await act(by, toState(plans.scheduled))
      expect(await undo(by, number)).toMatchObject({ undone: 0, refused: [{ title: 'New', reason: 'changed' }] })
      expect(await by`select state from notice_plans`).toEqual([{ state: 'scheduled' }])
      expect(await undo(by, other)).toMatchObject({ undone: 1 })
      expect(await undo(by, number)).toMatchObject({ undone: 1, refused: [] })
    })
  })

  test('a time that has passed since is due at once', async () => {
    await as(sql, admin, async (by) => {
      await by.unsafe(toPlan({ state: 'scheduled', publish_at: '2026-01-01T00:00:00Z' }))
      const number = await act(by, `update jobs set status = 'active' where id = 1`)
      expect(await undo(by, number)).toMatchObject({ undone: 1, refused: [] })
      expect(await by`select state, due_at < now() as is_due from notice_plans`).toEqual([
        { state: 'scheduled', is_due: true },
      ])
    })
  })

  test('is recorded, and committed or lost as a whole', async () => {
    const number = await sql.begin(async (by) => {
      await become(by, admin)
      return act(by, `update jobs set total_posts = 9`)
    })
    const before = await jobs(sql)
    const lost = sql.begin(async (by) => {
      await become(by, admin)
      await undo(by, number)
      expect(await jobs(by)).not.toEqual(before)
      await by`select 1 / 0`
    })
    await expect(lost).rejects.toThrow('division by zero')
    expect(await jobs(sql)).toEqual(before)
    await sql.begin(async (by) => {
      await become(by, admin)
      await undo(by, number)
    })
    const found = await sql`select operation, before, after from history.changes order by id desc limit 3`
    expect(found).toContainEqual({ operation: 'update', before: { total_posts: 9 }, after: { total_posts: 1 } })
  })

  test('an editor undoes what an admin has done', async () => {
    await as(sql, admin, async (by) => {
      const before = await jobs(by)
      const number = await act(by, `update jobs set total_posts = 9`)
      await become(by, editor)
      expect(await undo(by, number)).toMatchObject({ undone: 3, refused: [] })
      expect(await jobs(by)).toEqual(before)
    })
  })

  test('what an admin has deleted for ever returns by an admin alone', async () => {
    await as(sql, admin, async (by) => {
      const number = await act(by, `delete from jobs where id <= 2`)
      await by`select delete_for_ever('[{"table": "jobs", "id": 2}]')`
      await become(by, editor)
      expect(await undo(by, number)).toMatchObject({
        undone: 1,
        refused: [{ table: 'jobs', id: 2, title: 'Job 2', reason: 'deleted' }],
      })
      await become(by, admin)
      expect(await undo(by, number)).toMatchObject({ undone: 2, refused: [] })
    })
  })

  test('within one transaction, the changes of two people are two acts', async () => {
    await as(sql, admin, async (by) => {
      const number = randomUUID()
      await by`select set_config('suchana.act', ${number}, true)`
      await by`update jobs set total_posts = 9 where id = 1`
      await become(by, editor)
      await by`select set_config('suchana.act', ${number}, true)`
      await by`update jobs set total_posts = 9 where id = 2`
      await by`update jobs set total_posts = 9 where id = 3`
      await by`select set_config('suchana.act', '', true)`
      expect(await undo(by, number)).toMatchObject({ undone: 1, refused: [] })
      expect(await by`select total_posts as posts from jobs order by id`).toEqual([
        { posts: 1 },
        { posts: 9 },
        { posts: 9 },
      ])
    })
  })

  test.each([
    ['a visitor', visitor],
    ['a signed-in person', reader],
    ['the server', server],
  ])('%s undoes nothing', async (_name, person) => {
    await expect(as(sql, person, (by) => undo(by, randomUUID()))).rejects.toMatchObject({ code: '42501' })
  })
})
