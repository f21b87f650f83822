import { describe, expect, test } from 'vitest'
import { CONTENT_TABLES } from '#domain/content/registry.ts'
import { SAMPLE_ROWS } from '#test/sample-rows.ts'
import { as, undone, visitor } from './database-users.ts'
import type postgres from 'postgres'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('sample')
/** Those with sample notices, which a new kind need not have. */
const tables = CONTENT_TABLES.filter((table) => SAMPLE_ROWS[table] > 0)

async function sitemap(by: postgres.ISql, pageCount = 0) {
  const [row] = await by`select sitemap(${pageCount}) as result`
  return row?.['result']
}
async function entries(by: postgres.ISql, table: string, part: number | null) {
  const [row] = await by`select sitemap_entries(${table}, ${part}) as result`
  return row?.['result']
}
async function newest(by: postgres.ISql, table: string | null, wanted: number | null = 50) {
  const [row] = await by`select newest_notices(${table}, ${wanted}) as result`
  return row?.['result']
}
async function calendar(by: postgres.ISql, table: string, slug: string) {
  const [row] = await by`select calendar_notices(${table}, ${slug}) as result`
  return row?.['result']
}
/** Columns that are neither in feeds nor in calendars. */
const texts = ['content', 'description', 'eligibility', 'post_name', 'required_documents', 'selection_process']
const slugsOf = (rows: [slug: string, time: string][]) => rows.map(([slug]) => slug)

describe('sitemap of a site that fits in one file', () => {
  test.each(tables)('the sitemap has every public row of %s with the time of its last change', async (table) => {
    const { entries: all, parts } = await as(sql, visitor, sitemap)
    const stored = await sql`select json_agg(json_build_array(slug, updated_at) order by id) as rows
      from ${sql(table)} where status is distinct from 'inactive'`
    expect(all[table]).toEqual(stored[0]?.['rows'])
    expect(parts).toBe(null)
    expect(await as(sql, visitor, (by) => entries(by, table, 1))).toEqual(all[table])
  })

  test('the sitemap has the time of the last change of each list', async () => {
    const { changes, entries: all } = await as(sql, visitor, sitemap)
    for (const table of tables) {
      const times = all[table].map(([, time]: [string, string]) => Date.parse(time))
      expect([table, Date.parse(changes[table])]).toEqual([table, Math.max(...times)])
    }
    expect(await as(sql, visitor, async (by) => (await by`select sitemap_changes() as result`)[0]?.['result'])).toEqual(
      changes,
    )
  })

  test('the sitemap leaves out a hidden row at once, for staff too', async () => {
    await undone(sql, async (by) => {
      await by`update syllabus set status = 'inactive'`
      for (const role of ['service_role', 'anon']) {
        await by`select set_config('role', ${role}, true)`
        const { entries: all, changes } = await sitemap(by)
        expect([all.syllabus, changes.syllabus]).toEqual([[], null])
        expect(await entries(by, 'syllabus', 1)).toEqual([])
      }
    })
  })

  test('the sitemap has the recruitments with a public notice, and they change with their notices', async () => {
    const notices = tables
      .map(
        (table) =>
          sql`select recruitment_id, updated_at from ${sql(table)} where status is distinct from 'inactive' and recruitment_id is not null`,
      )
      .reduce((all, one) => sql`${all} union all ${one}`)
    const stored =
      await sql`select slug from recruitments where id in (select recruitment_id from (${notices}) as notice) order by id`
    const { entries: all } = await as(sql, visitor, sitemap)
    expect(slugsOf(all.recruitments)).toEqual(stored.map(({ slug }) => slug))
    expect(stored.length).toBeGreaterThan(5)

    await undone(sql, async (by) => {
      const [job] =
        await by`update jobs set title = title || ' again' where recruitment_id is not null and status = 'active'
        and id = (select min(id) from jobs where recruitment_id is not null and status = 'active')
        returning recruitment_id, to_json(updated_at) as time`
      const [recruitment] = await by`select slug from recruitments where id = ${job?.['recruitment_id']}`
      expect((await sitemap(by)).entries.recruitments).toContainEqual([recruitment?.['slug'], job?.['time']])
      for (const table of tables) await by`update ${by(table)} set status = 'inactive'`
      expect((await sitemap(by)).entries.recruitments).toEqual([])
    })
  })

  test.each([0, -1, 2, 40_000, 2_147_483_647, null])('the sitemap has no part %j', async (part) => {
    for (const table of [...tables, 'recruitments']) {
      expect(await as(sql, visitor, (by) => entries(by, table, part))).toEqual([])
    }
  })

  test.each(['profiles', 'pg_class', 'jobs; drop table jobs', 'organizations', ''])(
    'the sitemap rejects the table %j',
    async (table) => {
      const query = as(sql, visitor, (by) => entries(by, table, 1))
      await expect(query).rejects.toMatchObject({ code: '22023' })
    },
  )
})

describe('sitemap of a site with more than 50,000 addresses', async () => {
  const { sql: large } = await makeDatabase('migrated')
  await large.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica` // without triggers: they have their own tests
    await transaction`insert into jobs (title, slug, status, updated_at)
      select 'Job', 'job-' || number,
        case when number % 1000 = 0 or number between 50001 and 100000 then 'inactive' else 'active' end,
        timestamptz '2026-01-01Z' + number * interval '1 second'
        from generate_series(1, 150050) as number`
    await transaction`insert into recruitments (title, slug) select 'Recruitment', 'recruitment-' || number from generate_series(1, 100001) as number`
    await transaction`update jobs set recruitment_id = id + 50000 where id = 10`
    await transaction`insert into results (title, slug, status) values ('Hidden', 'hidden', 'inactive')`
    await transaction`insert into syllabus (title, slug) values ('Only one', 'only-one')`
  })
  await large`vacuum analyze`

  test('a large sitemap lists the parts with public rows, each with the time of its newest change', async () => {
    const { entries: all, parts } = await as(large, visitor, sitemap)
    const [syllabus] = await large`select to_json(updated_at) as time from syllabus`
    expect(all).toBe(null)
    expect(parts).toEqual({
      ...Object.fromEntries(CONTENT_TABLES.map((table) => [table, []])),
      jobs: [
        [1, '2026-01-01T13:53:19+00:00'],
        [3, '2026-01-02T17:39:59+00:00'],
        [4, '2026-01-02T17:40:50+00:00'],
      ],
      syllabus: [[1, syllabus?.['time']]],
      recruitments: [[2, null]],
    })
  })

  test('a large sitemap has every public row in exactly one part', async () => {
    const stored = await large`select slug from jobs where status = 'active' order by id`
    const found = await as(large, visitor, async (by) => {
      const { parts } = await sitemap(by)
      const pages = []
      for (const [part] of parts.jobs) pages.push(await entries(by, 'jobs', part))
      expect(await entries(by, 'recruitments', 2)).toEqual([['recruitment-50010', expect.any(String)]])
      return pages
    })
    expect(found.map((page) => page.length)).toEqual([49_950, 49_950, 50])
    expect(found.flatMap(slugsOf)).toEqual(stored.map(({ slug }) => slug))
  })

  test('the sitemap is split from 50,001 addresses on', async () => {
    await undone(large, async (by) => {
      await by`set local session_replication_role = replica`
      await by`truncate recruitments cascade`
      await by`insert into jobs (title, slug) select 'Job', 'job-' || number from generate_series(1, 49990) as number`
      for (const [pages, fits] of [
        [0, true],
        [10, true],
        [11, false],
      ] as const) {
        const { entries: all, parts } = await sitemap(by, pages)
        expect([all?.jobs.length, parts === null]).toEqual(fits ? [49_990, true] : [undefined, false])
      }
    })
  })
})

describe('newest notices for feeds', () => {
  test.each(tables)(
    'the newest notices of %s are those of its list in its order, with every field but long texts',
    async (table) => {
      const stored = await sql`
      select to_jsonb(notice) - ${sql.array(texts)}::text[] || jsonb_build_object('table', ${table}::text, 'organization', (
          select name from organizations where id = organization_id
        )) as row
        from ${sql(table)} as notice where status is distinct from 'inactive' order by posted_at desc, id desc limit 50`
      expect(await as(sql, visitor, (by) => newest(by, table))).toEqual(stored.map(({ row }) => row))
      expect(stored).toHaveLength(SAMPLE_ROWS[table])
    },
  )

  test('the newest notices of all kinds are the newest of each, merged', async () => {
    await as(sql, visitor, async (by) => {
      const each = []
      for (const table of tables) each.push(...(await newest(by, table, 100)))
      const order = each.toSorted(
        (a, b) => Date.parse(b.posted_at) - Date.parse(a.posted_at) || b.id - a.id || (a.table < b.table ? -1 : 1),
      )
      expect(await newest(by, null)).toEqual(order.slice(0, 50))
      expect(new Set(order.slice(0, 50).map(({ table }) => table)).size).toBe(tables.length)
    })
  })

  test('the newest notices contain the name of their organization unless it is inactive', async () => {
    const [job] = await sql`select jobs.id, organization_id, name from jobs
      join organizations on organizations.id = organization_id where status = 'active' order by posted_at desc limit 1`
    const organizationOf = (notices: { id: number; organization: string | null }[]) =>
      notices.find(({ id }) => id === Number(job?.['id']))?.organization
    await undone(sql, async (by) => {
      await by`set local role anon`
      expect(organizationOf(await newest(by, 'jobs'))).toBe(job?.['name'])
      await by`reset role`
      await by`update organizations set is_active = false where id = ${job?.['organization_id']}`
      await by`set local role anon`
      expect(organizationOf(await newest(by, 'jobs'))).toBe(null)
    })
  })

  test.each([
    [null, 50],
    [0, 1],
    [-5, 1],
    [3, 3],
    [1_000_000, 100],
  ])('a request for %j newest notices returns %i', async (wanted, count) => {
    expect(await as(sql, visitor, (by) => newest(by, null, wanted))).toHaveLength(count)
  })

  test('the newest notices never include hidden ones', async () => {
    await undone(sql, async (by) => {
      for (const table of tables) await by`update ${by(table)} set status = 'inactive'`
      expect(await newest(by, null)).toEqual([])
      expect(await newest(by, 'jobs')).toEqual([])
    })
  })

  test.each(['profiles', 'recruitments', 'jobs; drop table jobs', ''])(
    'the newest notices of the table %j are rejected',
    async (table) => {
      await expect(as(sql, visitor, (by) => newest(by, table))).rejects.toMatchObject({ code: '22023' })
    },
  )
})

test('corrected notices are those whose last date was corrected in 30 days, the last one first, with their corrections', async () => {
  await undone(sql, async (by) => {
    const ids = async (condition: string) =>
      Array.from(
        await by.unsafe(
          `select id::int from jobs where status <> 'inactive' and ${condition} order by posted_at limit 4`,
        ),
        ({ id }) => Number(id),
      )
    const [first = 0, second = 0, old = 0, hidden = 0] = await ids('apply_end_date is not null')
    const [other = 0] = await ids(`exam_date is not null and id not in (${[first, second, old, hidden].join()})`)
    const note = (id: number, field: string, days: number) =>
      by`insert into corrections (content_table, record_id, field, old_value, new_value, corrected_at)
        values ('jobs', ${id}, ${field}, '2026-11-10', '2026-11-17', now() - make_interval(days => ${days}))`
    await note(first, 'apply_end_date', 5)
    await note(second, 'apply_end_date', 2)
    await note(old, 'apply_end_date', 31)
    await note(hidden, 'apply_end_date', 1)
    await note(other, 'exam_date', 1)
    await by`update jobs set status = 'inactive' where id = ${hidden}`
    await by`select set_config('role', 'anon', true)`
    const read = async (table: string | null) => {
      const [row] = await by`select corrected_notices(${table}) as result`
      return row?.['result'] as { id: number; corrections: object[] }[]
    }
    expect((await read('jobs')).map(({ id }) => id)).toEqual([second, first])
    expect((await read(null))[0]).toMatchObject({
      table: 'jobs',
      id: second,
      corrections: [{ field: 'apply_end_date', old: '2026-11-10', new: '2026-11-17' }],
    })
    expect(await read('documents')).toEqual([])
    expect(await read('unknown')).toEqual([])
  })
})

describe('notices for calendars', () => {
  test.each(tables)('the calendar of a row of %s has every field but long texts', async (table) => {
    const stored = await sql<{ slug: string; row: object; organization: string | null; updated_at: string }[]>`
      select slug, to_jsonb(notice) - ${sql.array(texts)}::text[] as row, to_jsonb(updated_at) as updated_at,
        (select name from organizations where id = organization_id) as organization
        from ${sql(table)} as notice where status is distinct from 'inactive' limit 3`
    for (const { slug, row, organization, updated_at } of stored) {
      const { title, ...result } = await as(sql, visitor, (by) => calendar(by, table, slug))
      expect(result).toEqual({ slug, updated_at, notices: [{ ...row, title, table, organization, corrections: [] }] })
    }
    expect(stored).toHaveLength(3)
  })

  test('the calendar of a recruitment has its public notices', async () => {
    const [job] = await sql`select jobs.slug, recruitments.id, recruitments.slug as recruitment from jobs
      join recruitments on recruitments.id = recruitment_id where status = 'active' order by jobs.id limit 1`
    const slug = String(job?.['recruitment'])
    const { siblings } = await as(sql, visitor, async (by) => {
      const [row] = await by`select notice_with_siblings('jobs', ${job?.['slug']}) as page`
      return row?.['page']
    })
    const { notices } = await as(sql, visitor, (by) => calendar(by, 'recruitments', slug))
    const names = (found: { table: string; slug: string }[]) => found.map((notice) => `${notice.table} ${notice.slug}`)
    expect(names(notices).sort()).toEqual([...names(siblings), `jobs ${job?.['slug']}`].sort())
    for (const notice of notices) {
      const alone = await as(sql, visitor, (by) => calendar(by, notice.table, notice.slug))
      expect(alone.notices).toEqual([notice])
    }
    await undone(sql, async (by) => {
      await by`update jobs set status = 'inactive' where slug = ${job?.['slug']}`
      expect(names((await calendar(by, 'recruitments', slug)).notices)).not.toContain(`jobs ${job?.['slug']}`)
    })
  })

  test.each([...tables, 'recruitments'])(
    'the calendar of a renamed row of %s redirects, and that of a deleted one is gone',
    async (table) => {
      await undone(sql, async (by) => {
        await by`insert into ${by(table)} (title, slug) values ('A row', 'first')`
        await by`update ${by(table)} set slug = 'second' where slug = 'first'`
        expect(await calendar(by, table, 'first')).toEqual({ moved_to: 'second' })
        expect(await calendar(by, table, 'second')).toMatchObject({ title: 'A row' })
        await by`delete from ${by(table)} where slug = 'second'`
        expect(await calendar(by, table, 'second')).toEqual({ gone: true })
        expect(await calendar(by, table, 'third')).toEqual({})
      })
    },
  )

  test('the calendar of a hidden row is empty', async () => {
    const [hidden] = await sql`select slug from jobs where status = 'inactive'`
    expect(await as(sql, visitor, (by) => calendar(by, 'jobs', String(hidden?.['slug'])))).toEqual({})
  })

  test.each(['profiles', 'pg_class', 'jobs; drop table jobs', ''])(
    'the calendar of the table %j is empty',
    async (table) => {
      expect(await as(sql, visitor, (by) => calendar(by, table, 'x'))).toEqual({})
    },
  )
})
