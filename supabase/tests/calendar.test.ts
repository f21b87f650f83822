import { describe, expect, test } from 'vitest'
import { readCalendarFilter, wantedDates, type CalendarFilter } from '#domain/calendar-address.ts'
import { calendarDays } from '#domain/content/calendar-days.ts'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { DATE_TYPES } from '#domain/content/date-types.ts'
import type { NoticeFacts } from '#domain/content/notice.ts'
import { CONTENT_KINDS, CONTENT_TABLES } from '#domain/content/registry.ts'
import { addDays } from '#domain/dates.ts'
import { as, become, undone, visitor } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('sample')
const everything: CalendarFilter = { type: null, kind: null, facts: {} }
const wantedRows = (filter: CalendarFilter) =>
  wantedDates(filter).map(({ kind: { table }, row: { label, fields } }) => ({ table, label, fields }))

type Sql = Parameters<Parameters<typeof undone>[1]>[0]
interface Listed {
  day: string
  total: number
  entries: [number, string, string][]
}

async function readDays(by: Sql, first: string, last: string, { filter = everything, most = 200, skipped = 0 } = {}) {
  const [row] = await by`
    select calendar_days(${first}, ${last}, ${sql.json(wantedRows(filter))}, ${most}, ${skipped}, ${sql.json(filter.facts)}) as days`
  return row?.['days'] as Listed[]
}

/** '2026-11-24 Exam date jobs/ssc-cgl' for every entry. */
const linesOf = (days: readonly Listed[], filter = everything) =>
  days.flatMap(({ day, entries }) =>
    entries.map(([number, slug]) => {
      const { table, label } = wantedRows(filter)[number - 1]!
      return `${day} ${label} ${table}/${slug}`
    }),
  )

/** Every public notice as calendars read them. */
async function allNotices(by: Sql): Promise<NoticeFacts[]> {
  const rows = await Promise.all(
    CONTENT_TABLES.map(async (table) => {
      const found =
        await by`select to_jsonb(notice) as facts from ${by(table)} as notice where status is distinct from 'inactive'`
      return found.map(({ facts }) => ({ ...facts, table, organization: null }) as NoticeFacts)
    }),
  )
  return rows.flat()
}

/** Whether a notice is in a list with the facts of a filter, or belongs to a recruitment of which one is. */
async function fitsFacts(by: Sql, { facts }: CalendarFilter): Promise<(notice: NoticeFacts) => boolean> {
  if (Object.keys(facts).length === 0) return () => true
  const keys = await Promise.all(
    ['jobs', 'admissions'].map(async (table) => {
      const [row] = await by`select filtered_list(${table}, ${sql.json(facts)}, page_size => 100) as list`
      const rows: { id: number }[] = row?.['list'].rows ?? []
      const ids = rows.map(({ id }) => id)
      const ofRecruitments = await by`select recruitment_id from ${by(table)} where id = any (${ids})`
      return [...ids.map((id) => `${table} ${id}`), ...ofRecruitments.map((each) => `of ${each['recruitment_id']}`)]
    }),
  )
  const fitting = new Set(keys.flat())
  const hasFacts = (table: string) => table === 'jobs' || table === 'admissions'
  return ({ table, id, recruitment_id }) =>
    fitting.has(hasFacts(table) ? `${table} ${id}` : `of ${recruitment_id ?? 0}`)
}

async function oracle(by: Sql, [first, last]: [string, string], filter = everything): Promise<string[]> {
  const wanted = new Set(wantedDates(filter).map(({ kind, row }) => `${kind.table} ${row.label}`))
  const notices = (await allNotices(by)).filter(await fitsFacts(by, filter))
  return calendarDays(notices, ({ table }, { label }) => wanted.has(`${table} ${label}`))
    .filter(({ day }) => day >= first && day <= last)
    .map(({ day, label, kind, notice }) => `${day} ${label} ${kind.table}/${notice.slug}`)
}

const months: [string, string][] = [
  ['2026-10-05', '2026-12-01'],
  ['2026-12-02', '2027-01-31'],
]
const filters = [
  everything,
  ...Object.keys(DATE_TYPES).map((type) => readCalendarFilter(new URLSearchParams({ type }))),
  ...CONTENT_KINDS.filter(({ dates }) => dates.length > 0).map(({ table }) => ({ ...everything, kind: table })),
  { ...everything, type: 'exam' as const, kind: 'admit_cards' as ContentTable },
  { ...everything, facts: { qualification: '10th' } },
  { ...everything, facts: { qualification: 'graduate', state: 'uttar-pradesh' } },
  { ...everything, type: 'exam' as const, facts: { state: 'bihar' } },
]

describe('the calendar of the site', () => {
  test.each(filters)('has the important dates of every notice, each once: %j', async (filter) => {
    for (const month of months) {
      const days = await as(sql, visitor, (by) => readDays(by, ...month, { filter }))
      expect(linesOf(days, filter).sort()).toEqual((await oracle(sql, month, filter)).sort())
      expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).sort())
      for (const { total, entries } of days) expect(entries).toHaveLength(total)
    }
    expect((await oracle(sql, months[0]!, filter)).length).toBeGreaterThan(0)
  })

  test('follows every change of a notice', async () => {
    await undone(sql, async (by) => {
      await by`update jobs set exam_date = '2027-01-05', status = case when id % 5 = 0 then 'inactive' else status end where id % 2 = 0`
      await by`update admissions set apply_end_date = null, application_end = '2026-12-24' where id % 2 = 0`
      await by`delete from results where id % 3 = 0`
      await by`update admit_cards set recruitment_id = null`
      await by`truncate answer_keys`
      for (const month of months)
        expect(linesOf(await readDays(by, ...month)).sort()).toEqual((await oracle(by, month)).sort())
    })
  })

  test('lists last dates before exams, and the newest notice first', async () => {
    await undone(sql, async (by) => {
      await by`insert into jobs (title, slug, apply_end_date, exam_date) values
        ('A', 'a', '2028-01-01', '2028-01-01'), ('B', 'b', '2028-01-01', '2028-01-01')`
      expect(linesOf(await readDays(by, '2028-01-01', '2028-01-01'))).toEqual([
        '2028-01-01 Last date to apply jobs/b',
        '2028-01-01 Last date to apply jobs/a',
        '2028-01-01 Exam date jobs/b',
        '2028-01-01 Exam date jobs/a',
      ])
    })
  })

  test('shows the first of hundreds of dates on a day, and all of them page by page', async () => {
    await undone(sql, async (by) => {
      await by`insert into jobs (title, slug, apply_end_date) select 'Job', 'job-' || number, '2028-01-01' from generate_series(1, 300) as number`
      const [day] = await readDays(by, '2027-12-15', '2028-01-31', { most: 4 })
      expect(day?.entries).toHaveLength(4)
      expect(day?.total).toBeGreaterThanOrEqual(25)
      const pages = await Promise.all(
        [0, 100, 200, 300].map((skipped) => readDays(by, '2028-01-01', '2028-01-01', { most: 100, skipped })),
      )
      const found = pages.flatMap((days) => linesOf(days))
      expect(new Set(found).size).toBe(300)
      expect(found).toHaveLength(300)
      expect(pages[0]?.[0]?.total).toBeGreaterThan(100)
    })
  })

  test('counts less than 25 dates of a day exactly', async () => {
    await undone(sql, async (by) => {
      await by`insert into jobs (title, slug, apply_end_date) select 'Job', 'job-' || number, '2028-01-01' from generate_series(1, 24) as number`
      expect((await readDays(by, '2028-01-01', '2028-01-01', { most: 4 }))[0]?.total).toBe(24)
    })
  })

  test.each([
    ['2026-11-30', '2026-11-01'],
    ['2026-01-01', '2026-03-05'],
  ])('refuses the days from %s to %s', async (first, last) => {
    await expect(readDays(sql, first, last)).rejects.toMatchObject({ code: '22023' })
  })
})

const today = '2026-11-21'

describe('the notices of a subscribed calendar', () => {
  const events = async (by: Sql, first: string, last: string, filter = everything, most = 1000) => {
    const [row] =
      await by`select calendar_events(${first}, ${today}, ${last}, ${sql.json(wantedRows(filter))}, ${most}, ${sql.json(filter.facts)}) as notices`
    return row?.['notices'] as NoticeFacts[]
  }

  test.each(filters)('have all dates of the filter: %j', async (filter) => {
    const [first, last] = ['2026-11-14', '2027-11-22']
    const notices = await as(sql, visitor, (by) => events(by, first, last, filter))
    const wanted = new Set(wantedDates(filter).map(({ row }) => row))
    const found = calendarDays(notices, (_kind, row) => wanted.has(row)).filter(
      ({ day }) => day >= first && day <= last,
    )
    const lines = found.map(({ day, label, kind, notice }) => `${day} ${label} ${kind.table}/${notice.slug}`)
    expect(lines.sort()).toEqual((await oracle(sql, [first, last], filter)).sort())
  })

  test('include those of which a date was withdrawn, and no hidden ones', async () => {
    const withdraw = async (status: string) =>
      undone(sql, async (by) => {
        await by`insert into jobs (title, slug, exam_date) values ('A', 'a', '2028-01-01')`
        await by`update jobs set exam_date = null where slug = 'a'`
        await by`update jobs set status = ${status} where slug = 'a'`
        return (await events(by, '2027-12-01', '2028-12-01')).filter(({ slug }) => slug === 'a')
      })
    expect(await withdraw('active')).toMatchObject([{ slug: 'a', corrections: [{ old: '2028-01-01', new: null }] }])
    expect(await withdraw('inactive')).toEqual([])
  })

  test('are those of the next days when there are too many', async () => {
    const notices = await events(sql, '2026-11-14', addDays(today, 365), everything, 3)
    expect(notices).toHaveLength(3)
    const [soonest = ''] = (await oracle(sql, [today, '2027-11-21'])).sort()
    for (const notice of notices) expect(calendarDays([notice]).map(({ day }) => day)).toContain(soonest.slice(0, 10))
  })
})

describe('the calendar of a list', () => {
  type Query = [filters: object, wanted?: number, sort?: string]
  const facts = async (by: Sql, [filters, wanted = 200, sort = 'closing']: Query) => {
    const [row] = await by`
      select filtered_facts('jobs', ${sql.json(filters as never)}, null, ${sort}, false, ${today}, ${wanted}) as facts`
    return row?.['facts'].notices as NoticeFacts[]
  }
  const changed = async (lastDate: string | null, ...queries: Query[]) =>
    undone(sql, async (by) => {
      await by`insert into jobs (title, slug, apply_end_date, exam_date, states)
        values ('A', 'a', '2026-11-23', '2027-01-01', '{goa}'), ('B', 'b', '2026-11-23', '2027-01-01', '{goa}')`
      await by`update jobs set apply_end_date = ${lastDate} where slug = 'a'`
      await by`update jobs set exam_date = null where slug = 'b'`
      await become(by, visitor)
      const answers = []
      for (const query of queries) {
        const days = calendarDays((await facts(by, query)).filter(({ slug }) => slug === 'a'))
        answers.push(
          days.filter(({ deadline }) => deadline).map(({ day, sequence, isCancelled }) => [day, sequence, isCancelled]),
        )
      }
      return answers
    })

  test('counts the corrections of a last date, and the feed of the list does not read them', async () => {
    const lists: Query[] = [[{}], [{ state: 'goa' }], [{ state: 'goa' }, 20, 'posted']]
    const moved = ['2026-11-25', 1, false]
    expect(await changed('2026-11-25', ...lists)).toEqual([[moved], [moved], [['2026-11-25', 0, false]]])
  })

  test('cancels a last date that was withdrawn, before all others, and whatever days are filtered by', async () => {
    const lists: Query[] = [[{}, 1], [{ state: 'goa' }], [{ closing: 'week' }], [{ application: 'open' }]]
    const cancelled = [['2026-11-23', 1, true]]
    expect(await changed(null, ...lists)).toEqual([cancelled, cancelled, cancelled, cancelled])
    expect(await changed(null, [{ state: 'bihar' }], [{ state: 'goa' }, 20, 'posted'])).toEqual([[], []])
  })

  test('has at most a quarter of withdrawn last dates, the newest notices first, and no hidden ones', async () => {
    await undone(sql, async (by) => {
      await by`insert into jobs (title, slug, apply_end_date, states)
        select 'A', 'a-' || number, '2026-11-23', '{goa}' from generate_series(1, 60) as number`
      await by`update jobs set apply_end_date = null where slug like 'a-%' and substring(slug, 3)::int <= 30`
      await by`update jobs set status = 'inactive' where slug = 'a-30'`
      await become(by, visitor)
      const listed = await facts(by, [{ state: 'goa' }, 20])
      expect(listed.slice(0, 5).map(({ slug }) => slug)).toEqual(['a-29', 'a-28', 'a-27', 'a-26', 'a-25'])
      expect(listed).toHaveLength(20)
      expect(listed.filter(({ corrections }) => corrections)).toHaveLength(5)
    })
  })

  test('has no notice of which another date was withdrawn, or a last date long ago', async () => {
    await undone(sql, async (by) => {
      await by`insert into jobs (title, slug, apply_end_date, exam_date) values ('A', 'a', null, '2027-01-01'), ('B', 'b', '2026-11-23', null)`
      await by`update jobs set apply_end_date = null, exam_date = null where slug in ('a', 'b')`
      await by`update corrections set corrected_at = corrected_at - interval '61 days'
        where field = 'apply_end_date'`
      const listed = await facts(by, [{ closing: 'week' }])
      expect(listed.filter(({ slug }) => slug === 'a' || slug === 'b')).toEqual([])
    })
  })
})
