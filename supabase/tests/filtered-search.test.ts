import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FACETS, type Facet, type Filters } from '#domain/content/filters.ts'
import { FILTERED_KINDS, searchFacets } from '#domain/search-query.ts'
import { as, undone, visitor } from './database-users.ts'
import {
  anyFilters,
  compare,
  facts,
  fits,
  foundBy,
  stateOf,
  TEXTS,
  titleOf,
  TODAY,
  values,
  type Job,
} from './filter-rules.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

const tables = FILTERED_KINDS.map(({ table }) => table)
/** What admissions do not have. */
const lackingFacts: Partial<Notice> = { total_posts: null, fee_female: null }

await sql`insert into organizations ${sql([1, 2, 3, 4].map((n) => ({ name: `Body ${n}`, slug: `body-${n}` })))}`
for (const [index, table] of tables.entries()) {
  const rows = fc.sample(facts, { numRuns: 200, seed: 40 + index }).map((row, n) => ({
    ...Object.fromEntries(Object.entries(row).filter(([name]) => index === 0 || !Object.hasOwn(lackingFacts, name))),
    title: titleOf(n + index),
    slug: `notice-${n}`,
  }))
  const columns = Object.keys(rows[0] ?? {})
  await sql`insert into ${sql(table)} (${sql(columns)})
    select ${sql(columns)} from json_populate_recordset(null::${sql(table)}, ${sql.json(rows as never)}::json)`
}
await sql`insert into results (title, slug) values ('Railway Result', 'railway-result')`

interface Notice extends Job {
  table: string
  priority: number
}

/** All public notices that can be filtered, with the facts that their table lacks as not stated. */
async function readNotices(): Promise<Notice[]> {
  const all = await Promise.all(
    FILTERED_KINDS.map(async ({ table, priority }) => {
      const rows = await sql<Notice[]>`
        select notice.*, id::int, (extract(epoch from posted_at) * 1000000)::float as posted, apply_start_date::text,
               apply_end_date::text, (select slug from organizations where id = organization_id) as organization
          from ${sql(table)} as notice where status is distinct from 'inactive'`
      const fees = ({ fee_general, fee_sc_st, fee_female }: Notice) =>
        Object.fromEntries(
          Object.entries({ fee_general, fee_sc_st, fee_female }).map(([name, fee]) => [
            name,
            typeof fee === 'string' || typeof fee === 'number' ? Number(fee) : null,
          ]),
        )
      return rows.map((row) => ({ ...lackingFacts, ...row, ...fees(row), table, priority }))
    }),
  )
  return all.flat()
}
const notices = await readNotices()

const queries = fc
  .sample(
    fc.record({
      text: fc.constantFrom(...Object.keys(TEXTS)),
      filters: anyFilters,
      category: fc.constantFrom(null, null, ...tables),
      sort: fc.constantFrom(null, 'newest', 'closing', 'vacancies'),
      unstated: fc.boolean(),
    }),
    { numRuns: 200, seed: 23 },
  )
  .filter(({ filters, sort }) => sort !== null || Object.keys(filters).length > 0)
type Query = (typeof queries)[number]

interface Reply {
  results: { category: string; slug: string }[]
  closeMatches: { category: string; slug: string }[]
  totalFound: number
  counts: Record<string, number>
  closeTotal: number
  unstated: number
  choices: Record<string, Record<string, number>>
  organizations: { slug: string; notices: number }[]
}

async function search({ text, filters, category, sort, unstated }: Query, offset = 0): Promise<Reply> {
  const [row] = await as(
    sql,
    visitor,
    (
      by,
    ) => by`select filtered_search(${text}, ${sql.json(filters as never)}, ${category}, ${sort}, ${unstated}, ${TODAY},
      25, ${offset}) as found`,
  )
  return row?.['found']
}

/** Relevance by the rule of the search. Source: docs/behaviour/search.md#order-of-results */
function relevanceOf(notice: Notice, text: string): number {
  const title = notice.title.toLowerCase()
  const words = new RegExp(`(^|[^a-z0-9])${text}([^a-z0-9]|$)`)
  if (!title.includes(text)) return 0
  return (title === text ? 100 : title.startsWith(text) ? 80 : 60) + (words.test(title) ? 40 : 0)
}

/** The key by which results are sorted: smaller keys first. */
function sortKey(notice: Notice, text: string, sort: string): number[] {
  const isClosed = stateOf(notice) === 'ended'
  const end = notice.apply_end_date ? Date.parse(notice.apply_end_date) : Number.MAX_SAFE_INTEGER
  if (sort === 'closing')
    return isClosed ? [1, -end, -notice.id, notice.priority] : [0, end, notice.id, notice.priority]
  if (sort === 'relevance')
    return [Number(isClosed), -relevanceOf(notice, text), -notice.posted, notice.priority, -notice.id]
  const first = sort === 'vacancies' ? -(notice.total_posts ?? -1) : -notice.posted
  return [Number(isClosed), first, -notice.id, notice.priority]
}

const nameOf = ({ category, slug }: { category: string; slug: string }) => `${category} ${slug}`

/** What the plain rules find for a query. */
function expectedOf({ text, filters, category, sort, unstated }: Query) {
  const { contains, meaning, isMeant, finds } = foundBy(notices, text)
  const inOrder = (accepts: (job: Job) => boolean, order: string) =>
    notices
      .filter((each) => (!category || each.table === category) && accepts(each) && fits(each, filters, unstated))
      .sort((a, b) => compare(sortKey(a, text, order), sortKey(b, text, order)))
  const results = inOrder(contains, sort ?? 'relevance')
  const meant = results.length < 3 || isMeant ? inOrder(meaning, sort ?? 'newest') : []
  const few = tables.flatMap((table) => meant.filter((each) => each.table === table).slice(0, 10))
  const close = isMeant ? meant : meant.filter((each) => few.includes(each)).slice(0, 25)
  const counts = tables.map((table) => [
    table,
    notices.filter((each) => each.table === table && finds(each) && fits(each, filters, unstated)).length,
  ])
  const names = (found: Notice[]) => found.map(({ table, slug }) => `${table} ${slug}`)
  return {
    results: names(results),
    close: names(close),
    totalFound: results.length + (isMeant ? close.length : 0),
    closeTotal: close.length,
    counts: Object.fromEntries(counts),
    isMeant,
  }
}

describe('filtered_search agrees with rules that look at one notice after the other', async () => {
  /** Every query with its first page. */
  const asked: [query: Query, first: Reply][] = []
  for (const query of queries) asked.push([query, await search(query)])

  test('it finds the same results and close matches in the same order, over all pages, and as many', async () => {
    const wrong = []
    let found = 0
    let close = 0
    for (const [query, first] of asked) {
      const { isMeant, ...expected } = expectedOf(query)
      const received = {
        results: first.results.map(nameOf),
        close: first.closeMatches.map(nameOf),
        totalFound: first.totalFound,
        closeTotal: first.closeTotal,
        counts: first.counts,
      }
      const all = isMeant ? first.closeTotal : first.totalFound
      for (let offset = 25; offset < all; offset += 25) {
        const page = await search(query, offset)
        received.results.push(...page.results.map(nameOf))
        received.close.push(...page.closeMatches.map(nameOf))
      }
      found += received.results.length
      close += received.close.length
      if (!isDeepStrictEqual(received, expected)) wrong.push({ query, expected, received })
    }
    expect(wrong).toEqual([])
    expect(found).toBeGreaterThan(300)
    expect(close).toBeGreaterThan(300)
  }, 120_000)

  test('the count of every choice is what choosing it finds, in all chosen kinds together', () => {
    const wrong = []
    for (const [query, { choices, organizations }] of asked) {
      const { text, filters, category, unstated } = query
      const { finds } = foundBy(notices, text)
      const chosen = notices.filter((each) => (!category || each.table === category) && finds(each))
      const received: typeof choices = {
        ...choices,
        organization: Object.fromEntries(organizations.map((each) => [each.slug, each.notices])),
      }
      for (const facet of searchFacets(category).filter((each) => each !== 'age')) {
        const expected = choicesOf(facet).flatMap((value) => {
          const count = chosen.filter((each) => fits(each, { ...filters, [facet]: value } as Filters, unstated)).length
          return count > 0 ? [[value, count] as const] : []
        })
        const actual = received[facet] ?? {}
        if (!isDeepStrictEqual(Object.fromEntries(expected), actual)) wrong.push({ query, facet, expected, actual })
      }
    }
    expect(wrong).toEqual([])
  }, 120_000)

  test('it says how many more notices do not state what is filtered by', () => {
    let sum = 0
    for (const [query, { unstated }] of asked) {
      const { text, filters, category } = query
      const { finds } = foundBy(notices, text)
      const more = notices.filter(
        (each) =>
          (!category || each.table === category) &&
          finds(each) &&
          fits(each, filters, true) &&
          !fits(each, filters, false),
      ).length
      expect({ query, unstated }).toEqual({ query, unstated: more })
      sum += more
    }
    expect(sum).toBeGreaterThan(200)
  }, 120_000)
})

const choicesOf = (facet: Facet) =>
  facet === 'organization' ? ['body-1', 'body-2', 'body-3', 'body-4'] : values(FACETS[facet].choices)

test('without filters it has the answer of the plain search, and what each choice would find', async () => {
  for (const text of Object.keys(TEXTS)) {
    const [row] = await as(
      sql,
      visitor,
      (by) => by`select filtered_search(${text}, today => ${TODAY}, result_limit => 100) as filtered,
        search_notices(${text}, null, 100) as plain`,
    )
    const { choices, unstated, organizations, organization, closeTotal, closePaged, ...filtered } =
      row?.['filtered'] ?? {}
    const { categorizedResults, ...plain } = row?.['plain'] ?? {}
    expect(filtered).toEqual(plain)
    expect([unstated, organization]).toEqual([0, null])
    expect([closeTotal, closePaged]).toEqual([plain['closeMatches'].length, false])
    const { finds } = foundBy(notices, text)
    const expected = notices.filter((each) => finds(each) && fits(each, { category: 'obc' }, false)).length
    expect({ text, notices: choices.category?.['obc'] ?? 0 }).toEqual({ text, notices: expected })
    const ofBodies = notices.filter((each) => finds(each) && each.organization !== null).length
    expect(organizations.reduce((sum: number, each: { notices: number }) => sum + each.notices, 0)).toBe(ofBodies)
    expect(categorizedResults).toBeDefined()
  }
})

test('without filters it has the order of the plain search where only the time decides', async () => {
  await undone(sql, async (by) => {
    await by`insert into jobs (title, slug, created_at)
      select 'Old geology ' || case when number % 40 = 0 then 'pap' when number % 50 = 1 then 'paperwork' else 'paper' end || ' ' || number, 'paper-' || number,
             timestamptz '2026-01-01' + (number * 7919 % 5000) * interval '1 minute'
        from generate_series(1, 400) as number`
    for (const text of ['geology pap', 'geology p', 'old geology paper', 'paper'])
      for (const [category, limit, offset] of [
        [null, 40, 0],
        [null, 40, 40],
        ['jobs', 25, 0],
        ['jobs', 25, 75],
      ] as const) {
        const [row] =
          await by`select filtered_search(${text}, '{}', ${category}, result_limit => ${limit}, result_offset => ${offset}) as filtered,
          search_notices(${text}, ${category && [category]}, ${limit}, ${offset}) as plain`
        const shown = (reply: Reply) => [reply.totalFound, reply.counts, reply.results.map(nameOf)]
        expect(shown(row?.['filtered'])).toEqual(shown(row?.['plain']))
        expect(row?.['filtered'].results.length).toBeGreaterThan(5)
      }
  })
})

test('results of kinds without filters are left out under filters, and found without', async () => {
  const query = { text: 'railway result', filters: {}, category: null, sort: 'newest', unstated: true } as Query
  expect((await search(query)).results).toEqual([])
  const [row] = await as(sql, visitor, (by) => by`select filtered_search('railway result') -> 'results' as results`)
  expect(row?.['results'].map(nameOf)).toEqual(['results railway-result'])
})

test.each([
  ['an unknown filter', () => sql`select filtered_search('ssc', '{"colour": "red"}')`],
  ['an offset above the largest', () => sql`select filtered_search('ssc', '{"fee": "free"}', result_offset => 1001)`],
  ['a text that is too long', () => sql`select filtered_search(repeat('x', 5001), '{"fee": "free"}')`],
])('filtered_search rejects %s', async (_what, call) => {
  await expect(call()).rejects.toMatchObject({ code: '22023' })
})

test('a text that is too short finds nothing under filters', async () => {
  const { results, totalFound, choices } = await search({
    text: 'r',
    filters: { fee: 'free' },
    category: null,
    sort: null,
    unstated: false,
  })
  expect([results, totalFound, choices]).toEqual([[], 0, {}])
})
