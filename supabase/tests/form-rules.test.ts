import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePostTime } from '#domain/admin/post-time.ts'
import { slugChoices, slugOf } from '#domain/admin/slug.ts'
import { isStoredLink } from '#domain/admin/stored-link.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { FORMS, fieldsOf } from '#domain/content/fields/registry.ts'
import { makeDatabase } from './test-database.ts'

/** Values that the form accepts or rejects are accepted or rejected by the database, too. */
const { sql } = await makeDatabase('migrated')

const tables = Object.keys(FORMS) as AdminTable[]
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

describe('form and database have the same maximum length for a text', () => {
  const texts = tables.flatMap((table) =>
    Object.entries(fieldsOf(table)).flatMap(([column, { most, type }]) =>
      most && type !== 'link' && type !== 'slug'
        ? [{ table, column, most, isJson: column === 'selection_process' }]
        : [],
    ),
  )
  let rows = 0

  test.each(texts)(
    '$table.$column accepts $most characters and rejects one more',
    async ({ table, column, most, isJson }) => {
      const heading = 'title' in fieldsOf(table) ? 'title' : 'name'
      const store = (length: number) => {
        const text = 'य'.repeat(isJson ? length - 4 : length)
        const row = { [heading]: 'A row', slug: `row-${++rows}`, [column]: isJson ? sql.json([text]) : text }
        return sql`insert into ${sql(table)} ${sql(row)}`
      }
      await store(most)
      await expect(store(most + 1)).rejects.toMatchObject({ constraint_name: `${table}_${column}_check` })
    },
  )
})
