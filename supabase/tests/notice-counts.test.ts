import { describe, expect, test } from 'vitest'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('sample')

async function counted(): Promise<Record<string, number>> {
  const rows = await sql<{ content_table: string; notices: number }[]>`
    select content_table, notices::int from published.notice_counts`
  return Object.fromEntries(rows.map(({ content_table, notices }) => [content_table, notices]))
}

async function real(): Promise<Record<string, number>> {
  const counts = CONTENT_KINDS.map(async ({ table }) => {
    const [row] = await sql`select count(*)::int from ${sql(table)} where status is distinct from 'inactive'`
    return [table, row?.['count']] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

const addJobs = (count: number, status: string | null = 'active') =>
  sql`insert into jobs (title, slug, status) select 'Job', gen_random_uuid(), ${status} from generate_series(1, ${count})`

describe('public notices are counted', () => {
  test('from the start', async () => {
    expect(await counted()).toEqual(await real())
    expect((await counted())['jobs']).toBeGreaterThan(20)
  })

  test.each<[what: string, by: number, change: () => Promise<unknown>]>([
    ['several that are added', 7, () => addJobs(7)],
    ['one without a status', 1, () => addJobs(1, null)],
    ['drafts', 0, () => addJobs(3, 'inactive')],
    [
      'drafts that are published',
      3,
      () => sql`update jobs set status = 'Start' where status = 'inactive' and title = 'Job'`,
    ],
    [
      'some that are taken back',
      -4,
      () => sql`update jobs set status = 'inactive' where id in (
      select id from jobs where title = 'Job' and status is distinct from 'inactive' limit 4)`,
    ],
    ['another title', 0, () => sql`update jobs set title = 'Work' where title = 'Job'`],
    [
      'some that go while others come',
      0,
      () => sql`update jobs set status =
      case when status = 'inactive' then 'active' else 'inactive' end where id in (
        (select id from jobs where title = 'Work' and status = 'inactive' limit 2) union all
        (select id from jobs where title = 'Work' and status <> 'inactive' limit 2))`,
    ],
    ['a deletion of both', -7, () => sql`delete from jobs where title = 'Work'`],
    ['nothing', 0, () => sql`delete from jobs where title = 'Work'`],
  ])('after %s: %i more', async (_what, by, change) => {
    const { jobs: before = 0 } = await counted()
    await change()
    expect((await counted())['jobs']).toBe(before + by)
    expect(await counted()).toEqual(await real())
  })

  test('by several at once, of whom one gives up', async () => {
    const { jobs: before = 0 } = await counted()
    const given = sql.begin(async (transaction) => {
      await transaction`insert into jobs (title, slug) values ('Given up', gen_random_uuid())`
      throw new Error('given up')
    })
    const others = Array.from({ length: 12 }, () => addJobs(2))
    await Promise.all([...others, expect(given).rejects.toThrow('given up')])
    expect((await counted())['jobs']).toBe(before + 24)
    expect(await counted()).toEqual(await real())
  })

  test('also when a table is emptied', async () => {
    await sql`truncate syllabus cascade`
    expect((await counted())['syllabus']).toBe(0)
    expect(await counted()).toEqual(await real())
  })
})
