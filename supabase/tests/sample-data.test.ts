import { SAMPLE_ROWS } from '#test/sample-rows.ts'
import { readFileSync } from 'node:fs'
import type postgres from 'postgres'
import { afterEach, describe, expect, test } from 'vitest'
import { loadSampleData } from '#supabase/sample-data/load-sample-data.ts'
import { contentTables } from './specified-columns.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')
/** Loaded once, for tests that only read. */
const { sql: sample } = await makeDatabase('sample')
type Written = Record<string, unknown>

const tables = ['organizations', 'categories', 'recruitments', ...contentTables]
const read = (table: string): Written[] =>
  JSON.parse(readFileSync(new URL(`../sample-data/${table}.json`, import.meta.url), 'utf8'))

afterEach(() => sql`truncate ${sql(tables)}, slug_history, gone_slugs restart identity cascade`)

/** D+20, or D-9 12:20 PM: relative to a day in India. */
const offset = /^D([+-]\d+)(?: (\d+):(\d+) (AM|PM))?$/

function dayOf(written: string, today: string): string {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day + Number(offset.exec(written)?.[1]))).toISOString().slice(0, 10)
}

/** Nothing is posted in the future: later times become the current time. */
function timestampOf(written: string, today: string, now: number): number {
  const [, , hours, minutes, half] = offset.exec(written) ?? []
  const hour = (Number(hours) % 12) + (half === 'PM' ? 12 : 0)
  const [year = 0, month = 0, day = 0] = dayOf(written, today).split('-').map(Number)
  return Math.min(now, Date.UTC(year, month - 1, day, hour - 5, Number(minutes) - 30))
}

async function storedRows(by: postgres.Sql, table: string): Promise<Map<unknown, Written>> {
  const rows = await by<
    { slug: string; row: Written }[]
  >`select slug, to_jsonb(stored) as row from ${by(table)} as stored`
  return new Map(rows.map(({ slug, row }) => [slug, row]))
}

const days: [what: string, now: string, today: string][] = [
  ['just after midnight in India, the day before in Greenwich', '2026-11-20T19:00:00Z', '2026-11-21'],
  ['at noon', '2026-11-21T06:30:00Z', '2026-11-21'],
  ['a minute before midnight', '2026-11-21T18:29:00Z', '2026-11-21'],
  ['around New Year', '2026-12-31T18:30:00Z', '2027-01-01'],
  ['on a leap day', '2028-02-29T12:00:00Z', '2028-02-29'],
]

describe.each(days)('sample data loaded %s', (_what, now, today) => {
  test('every date and time of the sample data is relative to the day of loading in India', async () => {
    expect(await loadSampleData(sql, Date.parse(now))).toBe(true)
    const wrong: unknown[] = []
    let compared = 0
    for (const table of tables) {
      const rows = await storedRows(sql, table)
      for (const written of read(table)) {
        const row = rows.get(written['slug']) ?? {}
        for (const [field, value] of Object.entries(written)) {
          if (typeof value !== 'string' || !offset.test(value)) continue
          const stamp = field === 'post_time' ? 'posted_at' : field
          const isTimestamp = stamp.endsWith('_at')
          const found = isTimestamp ? Date.parse(String(row[stamp])) : row[stamp]
          const expected = isTimestamp ? timestampOf(value, today, Date.parse(now)) : dayOf(value, today)
          if (found !== expected) wrong.push({ table, slug: written['slug'], field, value, found, expected })
          compared += 1
        }
      }
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(800)
  })
})

const noon = Date.parse('2026-11-21T06:30:00Z')

test('the sample data has as many notices as a busy portal', async () => {
  const counts = await Promise.all(
    contentTables.map(async (table) => {
      const [row] = await sample<
        { count: number }[]
      >`select count(*)::int from ${sample(table)} where status is distinct from 'inactive'`
      return [table, row?.count]
    }),
  )
  expect(Object.fromEntries(counts)).toEqual(SAMPLE_ROWS)
  expect(await sample`select slug from jobs where status = 'inactive'`).toHaveLength(1)
})

test('sample data is stored completely: texts as written, placeholders as no date, post times in their format', async () => {
  const columns = await sample`select column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'date'`
  const dates = new Set(columns.map(({ name }) => String(name)))
  const resolved = new Set(['organization_slug', 'category_slug', 'parent_slug', 'recruitment', 'created_at'])
  const someDay = expect.any(String)
  const postTime = expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M$/)

  function expected([field, value]: [string, unknown]): [string, unknown] {
    const isCounted = offset.test(String(value))
    if (field === 'post_time') return [field, isCounted ? postTime : null]
    if (dates.has(field)) return [field, isCounted ? someDay : null]
    return [field, value]
  }
  for (const table of tables) {
    const rows = await storedRows(sample, table)
    expect(rows.size).toBe(read(table).length)
    for (const written of read(table)) {
      const fields = Object.entries(written).filter(([field]) => !resolved.has(field))
      const row = rows.get(written['slug'])
      expect(fields.map(([field, value]) => [field, fromText(row?.[field], value)])).toEqual(fields.map(expected))
    }
  }
})

/** A list in a text column is stored as JSON. */
function fromText(stored: unknown, written: unknown): unknown {
  return typeof stored === 'string' && Array.isArray(written) ? JSON.parse(stored) : stored
}

test('sample notices refer to the organization, category and recruitment they name', async () => {
  for (const table of contentTables) {
    const stored = await sample`
      select notice.slug, organizations.slug as organization_slug, categories.slug as category_slug, recruitments.slug as recruitment
        from ${sample(table)} as notice
        left join organizations on organizations.id = notice.organization_id
        left join categories on categories.id = notice.category_id
        left join recruitments on recruitments.id = notice.recruitment_id`
    const rows = new Map(stored.map((row) => [row['slug'], row]))
    for (const written of read(table)) {
      const named = Object.entries(written).filter(([field]) =>
        /^(organization_slug|category_slug|recruitment)$/.test(field),
      )
      expect(rows.get(written['slug'])).toMatchObject(Object.fromEntries(named))
    }
  }
  const [parents] = await sample`select count(*)::int as count from categories where parent_id is not null`
  expect(parents?.['count']).toBe(read('categories').filter((category) => category['parent_slug'] !== null).length)
})

describe('sample data is not loaded into a database that is in use', () => {
  const uses: [what: string, use: () => Promise<unknown>][] = [
    ['the sample data is loaded already', () => loadSampleData(sql, noon)],
    ['one notice', () => sql`insert into syllabus (title, slug) values ('Mine', 'mine')`],
    ['a hidden notice', () => sql`insert into jobs (title, slug, status) values ('Mine', 'mine', 'inactive')`],
    [
      'an organization',
      () => sql`insert into organizations (name, slug) values ('SSC', 'staff-selection-commission-ssc')`,
    ],
    [
      'every notice was deleted',
      async () => {
        await sql`insert into jobs (title, slug) values ('Mine', 'mine')`
        await sql`delete from jobs`
      },
    ],
  ]
  test.each(uses)('sample data is not loaded when the database is in use: %s', async (_what, use) => {
    await use()
    const jobs = await sql`select * from jobs order by id`
    expect(await loadSampleData(sql, noon)).toBe(false)
    expect(await sql`select * from jobs order by id`).toEqual(jobs)
  })
})

test('sample data is loaded completely or not at all', async () => {
  await sql`alter table syllabus add constraint no_room check (false)`
  try {
    await expect(loadSampleData(sql, noon)).rejects.toMatchObject({ code: '23514' })
  } finally {
    await sql`alter table syllabus drop constraint no_room`
  }
  const left = await Promise.all(tables.map((table) => sql`select slug from ${sql(table)}`))
  expect(left.flat()).toEqual([])
})
