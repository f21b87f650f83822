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

describe('published.notice_counts counts public notices', () => {
  test('notice counts are right for the sample data', async () => {
    expect(await counted()).toEqual(await real())
    expect((await counted())['jobs']).toBe(39)
  })

  test.each<[what: string, by: number, change: () => Promise<unknown>]>([
    ['insertion of several notices', 7, () => addJobs(7)],
    ['insertion of a notice without a status', 1, () => addJobs(1, null)],
    ['insertion of drafts', 0, () => addJobs(3, 'inactive')],
    [
      'publication of drafts',
      3,
      () => sql`update jobs set status = 'Start' where status = 'inactive' and title = 'Job'`,
    ],
    [
      'withdrawal of notices',
      -4,
      () => sql`update jobs set status = 'inactive' where id in (
      select id from jobs where title = 'Job' and status is distinct from 'inactive' limit 4)`,
    ],
    ['a change of titles', 0, () => sql`update jobs set title = 'Work' where title = 'Job'`],
    [
      'publication and withdrawal in one statement',
      0,
      () => sql`update jobs set status =
      case when status = 'inactive' then 'active' else 'inactive' end where id in (
        (select id from jobs where title = 'Work' and status = 'inactive' limit 2) union all
        (select id from jobs where title = 'Work' and status <> 'inactive' limit 2))`,
    ],
    ['deletion of public and hidden notices', -7, () => sql`delete from jobs where title = 'Work'`],
    ['a deletion without rows', 0, () => sql`delete from jobs where title = 'Work'`],
  ])('notice counts after %s: %i more', async (_what, by, change) => {
    const { jobs: before = 0 } = await counted()
    await change()
    expect((await counted())['jobs']).toBe(before + by)
    expect(await counted()).toEqual(await real())
  })

  test('notice counts are right after concurrent transactions of which one is rolled back', async () => {
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

  test('notice counts are zero after a table is truncated', async () => {
    await sql`truncate syllabus cascade`
    expect((await counted())['syllabus']).toBe(0)
    expect(await counted()).toEqual(await real())
  })
})
