import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NoticeColumn } from '#domain/content/notice-columns.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { folded } from '#domain/folded.ts'
import { as, undone, visitor } from './database-users.ts'
import { runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const backend = await runBackend(database)

/** Pieces with a meaning in LIKE, regular expressions, PostgREST, SQL or JSON, and some without. */
const pieces = [
  ...'%_\\*.,()"\'`:;?[]{}|^$+-/&=#@!~<>'.split(''),
  ' ',
  '  ',
  'a',
  'A',
  'ß',
  'É',
  'é',
  'SSC',
  'ssc',
  '100%',
  'C++',
  'a_b',
  'a,b',
  'eq.',
  '\\%',
  '\\\\',
  '${x}',
  '{}',
  'null',
  'भर्ती',
  'र्',
  'परीक्षा',
  'ਪੰਜਾਬ',
  'ब\u095cा',
  'बड\u093cा',
  'e\u0301',
  'தேர்வு',
  '👩‍🎓',
  '🚆',
  '\u00a0',
  '\n',
  '\t',
]
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(''))
const texts = fc.array(text, { minLength: 90, maxLength: 90 })
const [titles = [], others = []] = fc.sample(texts, { numRuns: 2, seed: 7 })

/** Random texts, and parts of stored texts in another case. */
const part = fc
  .tuple(fc.constantFrom(...titles, ...others), fc.nat(8), fc.integer({ min: 1, max: 5 }))
  .map(([whole, start, length]) =>
    Array.from(whole)
      .slice(start, start + length)
      .join(''),
  )
  .chain((found) => fc.constantFrom(found, found.toLowerCase(), found.toUpperCase()))
const samples = fc.sample(fc.oneof(text, part), { numRuns: 2_000, seed: 11 })
const searches = [...new Set([...pieces, ...samples])].filter((search) => search !== '')

/** The oracle: whether the text occurs anywhere, in any case of letters and with any code points for them. */
const contains = (value: string, search: string) => folded(value).includes(folded(search))

/** Every kind has the same texts: as titles, and in one more field, whether the kind searches that field or not. */
for (const { table } of CONTENT_KINDS) {
  const field = { jobs: 'eligibility', documents: 'description' }[table as string] ?? 'meta_description'
  const row = (title: string, index: number) => ({
    title: `x${title}`,
    slug: `notice-${index}`,
    [field]: others[index] ?? '',
  })
  await sql`insert into ${sql(table)} ${sql(titles.map(row))}`
}

type Notice = Record<string, string>

function slugsWith(notices: readonly Notice[], fields: readonly string[], search: string): string[] {
  return notices
    .filter((notice) => fields.some((field) => contains(notice[field] ?? '', search)))
    .map(({ slug = '' }) => slug)
    .sort()
}

describe('list_notices finds exactly the rows that contain the search text', () => {
  test.each(CONTENT_KINDS)(
    'list_notices finds exactly the rows of $table that contain the search text',
    async ({ table, searchFields }) => {
      const notices = await sql<Notice[]>`select slug, ${sql(searchFields)} from ${sql(table)}`
      const results = await as(
        sql,
        visitor,
        (by) => by<{ search: string; slugs: string[] }[]>`
        select search, array(
            select json_array_elements(list_notices(${table}, search, page_size => 100) -> 'rows') ->> 'slug'
          ) as slugs
          from unnest(${searches}::text[]) as search`,
      )
      const wrong = results.filter(
        ({ search, slugs }) => slugs.sort().join() !== slugsWith(notices, searchFields, search).join(),
      )
      expect(wrong).toEqual([])
      expect(results).toHaveLength(searches.length)
      expect(results.flatMap(({ slugs }) => slugs).length).toBeGreaterThan(700)
    },
  )
})

describe('list_notices searches the fields of the kind only', () => {
  test.each(CONTENT_KINDS)(
    'list_notices searches $table by $searchFields and by no other field',
    async ({ table, searchFields }) => {
      const columns = await sql<{ name: NoticeColumn }[]>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and data_type = 'text'
        and column_name !~ '^(slug|status|post_group|gender)$|_(link|url)$|^official_website$'`
      for (const { name } of columns) {
        const row = { title: 'Plain', slug: 'needle', [name]: 'The needle' }
        const found = await undone(sql, async (by) => {
          await by`delete from ${by(table)}`
          await by`insert into ${by(table)} ${by(row)}`
          const [result] = await by`select json_array_length(list_notices(${table}, 'NEEDLE') -> 'rows') as count`
          return result?.['count'] === 1
        })
        expect({ [name]: found }).toEqual({ [name]: searchFields.includes(name) })
      }
    },
  )
})

test.each(pieces)('the search text %j reaches the database unchanged over HTTP', async (search) => {
  const { client } = backend
  const notices = await sql<Notice[]>`select slug, title, description from documents`
  const expected = slugsWith(notices, ['title', 'description'], search)
  expect(expected).not.toEqual([])
  for (const get of [false, true]) {
    const call = { content_table: 'documents', search, page_size: 100 }
    const { data } = await client().rpc('list_notices', call, { get })
    expect(data.rows.map(({ slug }: Notice) => slug).sort()).toEqual(expected)
  }
})

test('under filters a text is found in the same notices', async () => {
  const notices = await sql<Notice[]>`select id::text, title, eligibility from jobs`
  const trimmed = searches.filter((search) => search === search.trim())
  const found = await sql<{ ids: string[] }[]>`
    select array(select ids_of::text from published.ids_of(coalesce(text.notices, ~ repeat('0', 8192)::bit varying))) as ids
      from unnest(${trimmed}::text[]) with ordinality as search (typed, place)
     cross join lateral search.fold(search.trimmed(typed)) as wanted
     cross join lateral published.containing('{1}', wanted, search.drivers_of(wanted), false) as text order by place`
  const wrong = trimmed.filter((search, place) => {
    const ids = new Set(found[place]?.ids)
    return notices.some(({ id = '', title = '', eligibility }) => {
      const expected = contains(title, search) || contains(eligibility ?? '', search)
      return ids.has(id) !== expected
    })
  })
  expect(wrong).toEqual([])
  expect(found.length).toBeGreaterThan(500)
})
