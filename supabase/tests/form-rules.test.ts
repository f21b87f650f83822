import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePostTime } from '#domain/admin/post-time.ts'
import { slugChoices, slugOf } from '#domain/admin/slug.ts'
import { isStoredLink } from '#domain/admin/stored-link.ts'
import { typedDay } from '#domain/admin/form/typed-day.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { makeDatabase } from './test-database.ts'

/** Values that the form accepts or rejects are accepted or rejected by the database, too. */
const { sql } = await makeDatabase('migrated')

const storable = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', ''))

/** Evaluates an SQL expression for each text, in one query. */
async function evaluate<T>(texts: readonly string[], rule: string): Promise<T[]> {
  const results = await sql.unsafe<{ result: T }[]>(
    `select ${rule} as result from unnest($1::text[]) with ordinality as given (text, position) order by position`,
    [texts as string[]],
  )
  return results.map(({ result }) => result)
}

test('the database accepts every link that the form accepts', async () => {
  const part = fc.oneof(
    storable,
    fc.constantFrom('https://', 'HTTP://', 'ssc.gov.in', '/', '?', '#', '@', ':', '\\', ' ', '"', '\u00a0', 'य'),
  )
  const texts = fc.sample(
    fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
    3_000,
  )
  const links = texts.map((text) => (text.startsWith('http') ? text : `https://${text}`)).filter(isStoredLink)
  expect(links.length).toBeGreaterThan(100)
  expect(await evaluate<boolean>(links, 'rules.is_web_link(text)')).toEqual(links.map(() => true))
})

test('the database accepts every slug that the form proposes, with any suffix', async () => {
  const titles = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), 1_000)
  const slugs = titles
    .map(slugOf)
    .filter(Boolean)
    .flatMap((slug) => slugChoices(slug, 1_795_230_000_000).slice(-2))
  expect(slugs.length).toBeGreaterThan(100)
  expect(await evaluate<boolean>(slugs, 'rules.is_slug(text)')).toEqual(slugs.map(() => true))
})

test('date columns accept the days of a form only', async () => {
  const days = ['0001-01-01', '1899-12-31', '1900-01-01', '2026-11-27', '2199-12-31', '2200-01-01', '9999-12-31']
  const rule = "text::date between '1900-01-01' and '2199-12-31'"
  const [condition] = await sql`select rules.condition_of('day', 'date') as rule`
  expect(condition).toEqual({ rule: rule.replace('text::date', 'day') })
  expect(await evaluate<boolean>(days, rule)).toEqual(days.map((day) => typedDay(day) === day))
})

test('form and database read a post time as the same timestamp', async () => {
  const number = (most: number, digits: number) =>
    fc.nat({ max: most }).map((value) => String(value).padStart(digits, '0'))
  const indian = fc
    .tuple(
      number(33, 2),
      number(14, 2),
      number(2_200, 4),
      number(14, 1),
      number(61, 2),
      fc.constantFrom('AM', 'PM', 'pm'),
    )
    .map(([day, month, year, hour, minute, half]) => `${day}/${month}/${year} ${hour}:${minute} ${half}`)
  const zone = fc.constantFrom('', 'Z', 'z', '+05:30', '-0730', '+05', '-00:30', ' +15:59', '+16:00', '+05:60')
  const iso = fc
    .tuple(
      number(2_200, 4),
      number(13, 2),
      number(32, 2),
      fc.constantFrom('T', ' ', ''),
      number(25, 2),
      number(61, 2),
      fc.constantFrom('', ':00', ':59.5', ':60', ':07.123456'),
      zone,
    )
    .map(([year, month, day, mark, hour, minute, second, offset]) =>
      mark ? `${year}-${month}-${day}${mark}${hour}:${minute}${second}${offset}` : `${year}-${month}-${day}`,
    )
  const texts = fc.sample(fc.oneof(indian, iso, storable), 4_000)
  const timestamps = texts.map(parsePostTime)
  expect(timestamps.filter((timestamp) => timestamp !== null).length).toBeGreaterThan(500)
  expect(timestamps.filter((timestamp) => timestamp === null).length).toBeGreaterThan(500)
  const stored = await evaluate<string | null>(texts, 'round(extract(epoch from rules.moment_of(text)) * 1000)::text')
  expect(stored.map((timestamp) => (timestamp === null ? null : Number(timestamp)))).toEqual(timestamps)
})

/** The longest text that each column takes, in characters. */
const shared = { title: 500, post_time: 2_000, meta_title: 2_000, meta_description: 2_000 }
const longest: Record<AdminTable, Record<string, number>> = {
  jobs: {
    ...shared,
    advertisement_no: 2_000,
    location: 2_000,
    post_name: 100_000,
    eligibility: 100_000,
    selection_process: 20_000,
    required_documents: 100_000,
    description: 100_000,
  },
  results: { ...shared, exam_name: 2_000, post_name: 100_000 },
  admit_cards: { ...shared, exam_name: 2_000, post_name: 100_000 },
  answer_keys: { ...shared, exam_name: 2_000, post_name: 100_000 },
  admissions: { ...shared, institution_name: 2_000, course_name: 2_000, eligibility: 100_000 },
  documents: { ...shared, document_type: 2_000, description: 100_000 },
  syllabus: { ...shared, exam_name: 2_000, subject: 2_000, content: 100_000 },
  organizations: { name: 500, description: 100_000 },
  categories: { name: 500 },
  recruitments: { title: 500 },
}

describe('form and database have the same maximum length for a text', () => {
  const tables = Object.entries(longest).map(([table, columns]) => ({ table: table as AdminTable, columns }))
  const texts = tables.flatMap(({ table, columns }) =>
    Object.entries(columns).map(([column, most]) => ({ table, column, most })),
  )
  let rows = 0

  test.each(tables)('the form of $table limits the length of its texts', ({ table, columns }) => {
    const limited = Object.entries(fieldsOf(table)).flatMap(([column, { most, type }]) =>
      most && type !== 'link' && type !== 'slug' ? [[column, most]] : [],
    )
    expect(Object.fromEntries(limited)).toEqual(columns)
  })

  test.each(texts)('$table.$column accepts $most characters and rejects one more', async ({ table, column, most }) => {
    const heading = 'title' in longest[table] ? 'title' : 'name'
    const isJson = column === 'selection_process'
    const store = (length: number) => {
      const text = 'य'.repeat(isJson ? length - 4 : length)
      const row = { [heading]: 'A row', slug: `row-${++rows}`, [column]: isJson ? sql.json([text]) : text }
      return sql`insert into ${sql(table)} ${sql(row)}`
    }
    await store(most)
    await expect(store(most + 1)).rejects.toMatchObject({ constraint_name: `${table}_${column}_check` })
  })
})
