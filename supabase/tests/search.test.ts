import fc from 'fast-check'
import type postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { CONTENT_KINDS, CONTENT_TABLES } from '#domain/content/registry.ts'
import { folded } from '#domain/folded.ts'
import { compareRanked, searchRelevance, type RankedNotice } from '#test/search-order.ts'
import { as, signIn, undone, visitor, type Person } from './database-users.ts'
import { runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')
const { sql: small } = await makeDatabase('migrated')
const { sql: large } = await makeDatabase('migrated')

interface Found extends RankedNotice {
  category: ContentTable
  title: string
  apply_end_date: string | null
}

interface SearchResult {
  results: Found[]
  categorizedResults: Partial<Record<ContentTable, Found[]>>
  totalFound: number
  counts: Record<ContentTable, number>
  closeMatches: Found[]
}

interface SearchQuery {
  text: string
  categories?: ContentTable[] | null
  limit?: number
  offset?: number
}

async function search(by: postgres.ISql, query: SearchQuery): Promise<SearchResult> {
  const { text, categories = null, limit = 100, offset = 0 } = query
  const [row] = await by`select search_notices(${text}, ${categories}::text[], ${limit}, ${offset}) as result`
  return row?.['result']
}

/** A notice as read into memory, for a search without an index. */
interface Notice extends RankedNotice {
  category: ContentTable
  title: string
  others: string[]
  /** The texts as the search compares them. */
  texts: string[]
}

async function allNotices(by: postgres.ISql): Promise<Notice[]> {
  const notices: Notice[] = []
  for (const { table, priority, furtherSearchFields } of CONTENT_KINDS) {
    const rows = await by`select id, title, posted_at, ${by(furtherSearchFields)} from ${by(table)}
      where status is distinct from 'inactive'`
    notices.push(
      ...rows.map((row) => {
        const title = String(row['title'])
        const others = furtherSearchFields.map((field) => String(row[field] ?? ''))
        const texts = [title, ...others].map(folded)
        const posted_at = (row['posted_at'] as Date).toISOString()
        return { category: table, priority, id: Number(row['id']), title, others, texts, posted_at, relevance: 0 }
      }),
    )
  }
  return notices
}

/** The oracle: searches all notices, and ranks by the rules of test/search-order.ts. */
function expected(notices: Notice[], text: string, limit: number) {
  const wanted = text.trim()
  const sought = folded(wanted)
  const found = notices
    .filter((notice) => Array.from(sought).length >= 2 && notice.texts.some((field) => field.includes(sought)))
    .map((notice) => ({ ...notice, relevance: searchRelevance(notice, wanted) }))
    .sort(compareRanked)
  const share = Math.ceil(limit / CONTENT_KINDS.length)
  const counts = Object.fromEntries(
    CONTENT_KINDS.map(({ table }) => [table, found.filter(({ category }) => category === table).length]),
  )
  const ids = CONTENT_KINDS.flatMap(({ table }) =>
    found
      .filter(({ category }) => category === table)
      .slice(0, share)
      .map(({ id, relevance }) => `${table} ${id} ${relevance}`),
  )
  return { counts, ids, totalFound: found.length }
}

const shown = ({ results }: SearchResult) =>
  results.map(({ category, id, relevance }) => `${category} ${id} ${relevance}`)

/** Pieces with a meaning in LIKE, regular expressions, PostgREST, SQL or JSON, and words of several scripts. */
const pieces = [
  ...'%_\\*.,()"\'`:;?[]{}|^$+-/&=#@!~<>'.split(''),
  ...'a B ß É é 7 2026 SSC cgl Police police 100% C++ a_b a,b eq. \\% \\\\ ${x} null'.split(' '),
  ...'। भर्ती र् परीक्षा ਪੰਜਾਬ தேர்வு 👩‍🎓 🚆 ब\u095cा बड\u093cा \u093c cafe\u0301 café'.split(' '),
  ' ',
  ' ',
  ' ',
  '  ',
  '\t',
  '\n',
  '\u00a0',
  '\u200d',
]
const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''))

function pickTexts(from: fc.Arbitrary<string>, numRuns: number, seed: number): string[] {
  return [...new Set(fc.sample(from, { numRuns, seed }))]
}

/** Fills every kind with the same texts: as titles, and in the further fields. Builds the index at the end. */
async function fill(by: postgres.ISql, titles: string[], others: string[]): Promise<void> {
  await by`set local session_replication_role = replica`
  for (const { table, furtherSearchFields } of CONTENT_KINDS) {
    const rows = titles.map((title, index) => ({
      title: title.trim() === '' ? `x${title}` : title,
      slug: `notice-${index}`,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, (index * 7919) % 5000)),
      ...Object.fromEntries(furtherSearchFields.map((field, position) => [field, others[index * 3 + position] ?? ''])),
    }))
    for (let first = 0; first < rows.length; first += 500) {
      await by`insert into ${by(table)} ${by(rows.slice(first, first + 500))}`
    }
  }
  await by`set local session_replication_role = origin`
  await by`select search.rebuild()`
}

async function differences(by: postgres.ISql, texts: string[], notices: Notice[]): Promise<unknown[]> {
  const results = await by<{ text: string; result: SearchResult }[]>`
    select text, search_notices(text, null, 100) as result from unnest(${texts}::text[]) as text`
  return results.flatMap(({ text, result }) => {
    const { counts, ids, totalFound } = expected(notices, text, 100)
    const same =
      JSON.stringify([counts, ids, totalFound]) === JSON.stringify([result.counts, shown(result), result.totalFound]) &&
      (totalFound < 3 || result.closeMatches.length === 0)
    return same ? [] : [{ text, wanted: { counts, ids }, got: { counts: result.counts, ids: shown(result) } }]
  })
}

test('content.kinds has the categories and fields of the kinds in TypeScript', async () => {
  const stored = await sql`select priority, name, search_fields from content.kinds order by priority`
  expect(stored.map((row) => ({ ...row }))).toEqual(
    CONTENT_KINDS.map((kind) => ({
      priority: kind.priority,
      name: kind.table,
      search_fields: kind.furtherSearchFields,
    })),
  )
})

describe('search finds the same notices in the same order as without an index', () => {
  test('search finds the same notices as without an index for 3,000 hostile texts', async () => {
    // Committed: a transaction cannot use an index that it created.
    await small.begin((by) =>
      fill(by, fc.sample(text, { numRuns: 80, seed: 1 }), fc.sample(text, { numRuns: 240, seed: 2 })),
    )
    const notices = await allNotices(small)
    const parts = fc
      .tuple(fc.constantFrom(...notices), fc.nat(12), fc.integer({ min: 2, max: 9 }))
      .map(([{ title, others }, start, length]) =>
        Array.from([title, ...others][start % 3] ?? title)
          .slice(start, start + length)
          .join(''),
      )
      .chain((part) => fc.constantFrom(part, part.toLowerCase(), part.toUpperCase()))
    const long = fc.constantFrom('%'.repeat(5000), 'भर्ती '.repeat(800), '\\'.repeat(4999), 'a b '.repeat(1200))
    const texts = pickTexts(fc.oneof({ arbitrary: text, weight: 6 }, { arbitrary: parts, weight: 6 }, long), 9_000, 3)
    expect(texts.length).toBeGreaterThan(3_000)
    expect(await differences(small, texts.slice(0, 3_001), notices)).toEqual([])
  })

  test('search finds the same notices as without an index for texts that many notices contain', async () => {
    const word = fc.constantFrom(
      ...'ssc SSC rail railway railways, (railway) up police up-police clerk bharti भर्ती 2026'.split(' '),
    )
    const title = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
    await large.begin((by) =>
      fill(by, fc.sample(title, { numRuns: 2_500, seed: 4 }), fc.sample(title, { numRuns: 7_500, seed: 5 })),
    )
    const notices = await allNotices(large)
    const texts = [
      'ra',
      'ai',
      'up',
      'il',
      'ss',
      'रत',
      'ti',
      'rail',
      'railway',
      'ssc',
      'ssc rail',
      'lway clerk',
      '2026',
      '20',
    ]
    expect(await differences(large, [...texts, ...pickTexts(title, 150, 6)], notices)).toEqual([])
  })

  test('a search in one category fills the whole limit, and its pages follow each other', async () => {
    const [whole, pages] = await undone(sql, async (by) => {
      await fill(
        by,
        Array.from({ length: 300 }, (_, index) => (index % 3 ? `clerk ${index}` : `ssc clerk ${index}`)),
        [],
      )
      const categories: ContentTable[] = ['results']
      const whole = await search(by, { text: 'clerk', categories, limit: 90 })
      const pages = []
      for (const offset of [0, 30, 60])
        pages.push(...shown(await search(by, { text: 'clerk', categories, limit: 30, offset })))
      return [whole, pages]
    })
    expect(whole.results).toHaveLength(90)
    expect(new Set(whole.results.map(({ category }) => category))).toEqual(new Set(['results']))
    expect(pages).toEqual(shown(whole))
    expect(whole.totalFound).toBe(300)
    expect(whole.counts).toEqual(Object.fromEntries(CONTENT_KINDS.map(({ table }) => [table, 300])))
  })
})

test('results and categorizedResults contain the same notices', async () => {
  const result = await undone(sql, async (by) => {
    await fill(by, ['SSC CGL', 'SSC CHSL', 'Railway'], [])
    return search(by, { text: 'ssc', categories: ['jobs', 'syllabus'] })
  })
  expect(Object.keys(result.categorizedResults)).toEqual(['jobs', 'syllabus'])
  expect(Object.values(result.categorizedResults).flat()).toEqual(result.results)
  expect(result.totalFound).toBe(4)
})

test('a result in the search has its last date to apply, where the field is set', async () => {
  const found = await undone(sql, async (by) => {
    await by`insert into results (title, slug, apply_end_date) values ('Clerk one', 'one', '2026-12-01'), ('Clerk two', 'two', null)`
    return search(by, { text: 'clerk' })
  })
  expect(found.results.map(({ title, apply_end_date }) => [title, apply_end_date])).toEqual([
    ['Clerk two', null],
    ['Clerk one', '2026-12-01'],
  ])
})

test('search counts are exact up to 10,000, and 10,001 means more', async () => {
  const counts = await undone(sql, async (by) => {
    await by`set local session_replication_role = replica`
    await by`insert into jobs (title, slug) select 'Clerk ' || case when n = 0 then 'two' else 'one' end || ' ' || n, 'n-' || n
      from generate_series(0, 10002) as n`
    await by`set local session_replication_role = origin`
    await by`select search.rebuild()`
    const texts = ['clerk', 'cl', 'clerk one', 'one', 'ne', 'clerk two', 'clerk one 2']
    const found = async () => {
      const [row] = await by`select array_agg((search_notices(text) ->> 'totalFound')::int order by position) as counts
        from unnest(${texts}::text[]) with ordinality as given (text, position)`
      return row?.['counts']
    }
    const before = await found()
    await by`delete from jobs where id in (select id from jobs where title like '%one%' limit 2)`
    return { before, after: await found() }
  })
  expect(counts).toEqual({
    before: [10_001, 10_001, 10_001, 10_001, 10_001, 1, 1_111],
    after: [10_001, 10_001, 10_000, 10_000, 10_000, 1, 1_110],
  })
})

test('a row of the search has the fields of its card, its priority and its relevance', async () => {
  const result = await undone(sql, async (by) => {
    await by`insert into jobs (title, slug, apply_end_date, exam_date, post_time)
      values ('SSC CGL', 'ssc-cgl', '2026-12-31', '2027-01-15', '20/11/2026 9:05 AM')`
    return search(by, { text: 'ssc' })
  })
  expect(result.results).toEqual([
    expect.objectContaining({
      category: 'jobs',
      slug: 'ssc-cgl',
      title: 'SSC CGL',
      status: 'active',
      post_time: '20/11/2026 9:05 AM',
      created_at: expect.any(String),
      apply_end_date: '2026-12-31',
      exam_date: '2027-01-15',
      priority: 1,
      relevance: 120,
    }),
  ])
})

test('a search without a limit returns at most 50 notices', async () => {
  const result = await undone(sql, async (by) => {
    await fill(
      by,
      Array.from({ length: 60 }, (_, index) => `clerk ${index}`),
      [],
    )
    const [row] = await by`select search_notices('clerk', '{jobs}') as result`
    return row?.['result'] as SearchResult
  })
  expect([result.results.length, result.totalFound]).toEqual([50, 60])
})

describe('the search index follows every change', () => {
  const states = (by: postgres.ISql) => by`select
    (select json_agg(e order by priority, id) from search.entries as e) as entries,
    (select json_agg(t order by kind, term, priority) from search.terms as t) as terms`

  test('the search index after any changes is the same as a rebuilt one', async () => {
    const steps = fc.sample(
      fc.record({
        kind: fc.constantFrom(...CONTENT_KINDS),
        id: fc.integer({ min: 1, max: 12 }),
        what: fc.constantFrom('title', 'other', 'hide', 'show', 'delete', 'insert', 'date'),
        text,
      }),
      { numRuns: 400, seed: 8 },
    )
    const [followed, anew] = await undone(sql, async (by) => {
      await fill(by, fc.sample(text, { numRuns: 12, seed: 9 }), fc.sample(text, { numRuns: 36, seed: 10 }))
      for (const [number, { kind, id, what, text }] of steps.entries()) {
        const table = by(kind.table)
        const row = by`slug = ${`notice-${id}`}`
        if (what === 'title') await by`update ${table} set title = ${`t${text}`} where ${row}`
        if (what === 'other')
          await by`update ${table} set ${by({ [kind.furtherSearchFields[0] ?? '']: text })} where ${row}`
        if (what === 'hide') await by`update ${table} set status = 'inactive' where ${row}`
        if (what === 'show') await by`update ${table} set status = null where ${row}`
        if (what === 'date') await by`update ${table} set post_time = '01/02/2026 9:30 AM' where ${row}`
        if (what === 'delete') await by`delete from ${table} where ${row}`
        if (what === 'insert') await by`insert into ${table} (title, slug) values (${`i${text}`}, ${`new-${number}`})`
      }
      await by`truncate answer_keys`
      const [followed] = await states(by)
      await by`select search.rebuild()`
      const [anew] = await states(by)
      return [followed, anew]
    })
    expect(followed?.['terms'].length).toBeGreaterThan(500)
    expect(followed).toEqual(anew)
  })

  test('concurrent publications cause neither a deadlock nor a wrong count', async () => {
    const publish = (number: number) =>
      sql`insert into documents (title, slug, description)
        values (${`SSC police clerk ${number % 5} railway up`}, ${`concurrent-${number}`}, 'railway police up ssc clerk')`
    await Promise.all(Array.from({ length: 60 }, (_, number) => publish(number)))
    const [row] = await sql`select any_rows from search.terms where kind = 'word' and term = 'police' and priority = 6`
    expect(row?.['any_rows']).toBe(60)
    await sql`delete from documents where slug like 'concurrent-%'`
    expect(await sql`select from search.terms where priority = 6`).toHaveLength(0)
  })

  test('search finds words longer than an index term', async () => {
    const found = await undone(sql, async (by) => {
      const word = 'abcdefghij'.repeat(9)
      await by`insert into jobs (title, slug, eligibility) values (${`x ${word} y`}, 'long-title', null), ('Other', 'long-other', ${`${word}.`})`
      const texts = ['jab', 'ja', word, `${word} y`, `x ${word}`, `x ${word} y`, `${word}z`, `${word} z`]
      const [row] = await by`select array_agg((search_notices(text) ->> 'totalFound')::int order by position) as counts
        from unnest(${texts}::text[]) with ordinality as given (text, position)`
      return row?.['counts']
    })
    expect(found).toEqual([2, 2, 2, 1, 1, 1, 0, 0])
  })

  test('search finds the words of a vacancy table, not its JSON syntax', async () => {
    const found = await undone(sql, async (by) => {
      const vacancies = JSON.stringify([{ name: 'Loco Pilot', posts: 12, eligibility: 'ITI' }])
      await by`insert into jobs (title, slug, post_name) values ('Railway', 'railway', ${vacancies})`
      const texts = ['loco pilot', 'iti', 'eligibility', '"name"']
      const [row] = await by`select array_agg((search_notices(text) ->> 'totalFound')::int order by position) as counts
        from unnest(${texts}::text[]) with ordinality as given (text, position)`
      return row?.['counts']
    })
    expect(found).toEqual([1, 1, 0, 0])
  })
})

describe('hidden notices in search', () => {
  test.each<[name: string, signedIn: () => Person | Promise<Person>]>([
    ['a visitor', () => visitor],
    ['staff (the public search shows what the public sees)', () => signIn(sql, 'admin')],
    ['a signed-in user who is not staff', () => signIn(sql, 'user')],
  ])('search does not find hidden notices for %s', async (_name, signedIn) => {
    const person = await signedIn()
    await sql`insert into jobs (title, slug, status) values ('Secret clerk', 'secret', 'inactive'), ('Public clerk', 'public', 'active')
        on conflict (slug) do nothing`
    const result = await as(sql, person, (by) => search(by, { text: 'clerk' }))
    expect(result.results.map(({ title }) => title)).toEqual(['Public clerk'])
    expect(result.totalFound).toBe(1)
    await sql`delete from jobs`
  })
})

describe('search suggestions', () => {
  const suggest = (by: postgres.ISql, text: string) =>
    by`select search_suggestions(${text}) as result`.then(
      ([row]) => row?.['result'] as { text: string; category: string }[],
    )

  test('suggestions are the 3 newest titles per category, 5 overall, none twice', async () => {
    const result = await undone(sql, async (by) => {
      await fill(by, ['SSC one', 'SSC two', 'SSC two', 'SSC three', 'SSC four', 'SSC five', 'Other'], ['ssc'])
      await by`update results set title = title || ' result'`
      await by`update jobs set post_time = '2026-03-0' || (id % 9 + 1)::text`
      return suggest(by, ' SSC ')
    })
    expect(result).toHaveLength(5)
    const jobs = result.filter(({ category }) => category === 'jobs')
    expect(jobs.length).toBeLessThanOrEqual(3)
    expect(new Set(result.map(({ text }) => text)).size).toBe(5)
    expect(result.every(({ text }) => text.includes('SSC'))).toBe(true)
  })

  test.each(['s', ' S ', 'भ', '%', 'q'])('one character is enough for suggestions: %j', async (text) => {
    const wanted = text.trim().toLowerCase()
    const { titles, suggested } = await undone(sql, async (by) => {
      const long = `x${'abc'.repeat(30)}q`
      await fill(by, ['SSC one', 'भर्ती two', '100% three', 'Q', long, 'Other', 'not it'], ['ssc q % भ'])
      return { titles: ['SSC one', 'भर्ती two', '100% three', 'Q', long], suggested: await suggest(by, text) }
    })
    const expected = titles.filter((title) => title.toLowerCase().includes(wanted))
    expect(new Set(suggested.map((suggestion) => suggestion.text))).toEqual(new Set(expected))
  })

  test.each(['', ' ', '%%', 'z', ' z ', 'zz'])('there are no suggestions for %j', async (text) => {
    const result = await undone(sql, async (by) => {
      await fill(by, ['SSC one'], [])
      return suggest(by, text)
    })
    expect(result).toEqual([])
  })
})

test('trending notices are the 2 newest of each category, 8 overall', async () => {
  const result = await undone(sql, async (by) => {
    await fill(by, ['one', 'two', 'three'], [])
    const [row] = await by`select trending_notices() as result`
    return row?.['result'] as Record<string, string>[]
  })
  expect(result.map(({ category }) => category)).toEqual(
    ['jobs', 'admit_cards', 'results', 'answer_keys'].flatMap((category) => [category, category]),
  )
  expect(Object.keys(result[0] ?? {})).toEqual(['title', 'slug', 'category', 'created_at', 'post_time'])
})

test('visitors search through PostgREST, and an invalid query gets a clear error', async () => {
  const { client } = await runBackend(await makeDatabase('sample'))
  const { data, error } = await client().rpc('search_notices', { query: 'SSC', result_limit: 20 })
  expect(error).toBeNull()
  expect(data.results.length).toBeGreaterThan(5)
  const misspelled = await client().rpc('search_notices', { query: 'railwy' })
  expect([misspelled.error, misspelled.data?.results, misspelled.data?.totalFound]).toEqual([null, [], 0])
  expect(misspelled.data.closeMatches.length).toBeGreaterThan(5)
  expect((await client().rpc('search_suggestions', { query: 's' })).data).toHaveLength(5)
  expect((await client().rpc('search_suggestions', { query: 'SSC' })).data).toHaveLength(5)
  expect((await client().rpc('trending_notices')).data).toHaveLength(8)
  expect((await client().rpc('search_notices', { query: 'x'.repeat(5001) })).error?.message).toMatch(/too long/)
  for (const result_limit of [-1, 0, 1_000_000]) {
    expect((await client().rpc('search_notices', { query: 'SSC', result_limit })).error).toBeNull()
  }
  for (const result_offset of [-1, 1_000]) {
    expect((await client().rpc('search_notices', { query: 'SSC', result_offset })).error).toBeNull()
  }
  expect(await client().rpc('search_notices', { query: 'SSC', result_offset: 1_001 })).toMatchObject({
    status: 400,
    error: { code: '22023', message: 'result_offset is at most 1000' },
  })
})

describe('close matches when fewer than 3 notices contain the text', () => {
  const titles = [
    'Railway RRB ALP Recruitment 2026',
    'Railway Group D Result 2025',
    'Uttar Pradesh Police Constable Recruitment 2026',
    'बिहार शिक्षक भर्ती 2026',
    'SSC CGL Answer Key 2026',
    'Bihar STET Admit Card 2026',
  ]
  const otherTables = CONTENT_TABLES.filter((table) => table !== 'jobs')
  const found = (text: string) =>
    undone(sql, async (by) => {
      await fill(by, titles, [])
      await by`truncate ${by(otherTables)}`
      return search(by, { text })
    })

  test.each([
    ['railwy', [0, 1]],
    ['recrutment polce', [2]],
    ['cosntable', [2]],
    ['railing', []],
    ['zzz keyboard', []],
    ['rly alp', [0]],
    ['UP constable', [2]],
    ['bharti shikshak', [3]],
    ['2026 answer ssc key', [4]],
    ['admitcard bihar', [5]],
    ['recruitment railway', [0]],
    ['railway constable xyzzy', []],
    ['result group', [1]],
    ['ssc constable', [2]],
    ['zzqx', []],
    ['2027', []],
    ['a b c d e f g h i', []],
  ])('close matches for the text %s', async (text, expected) => {
    const { closeMatches, results, totalFound, counts } = await found(text)
    expect(closeMatches.map(({ title }) => titles.indexOf(title)).sort((one, other) => one - other)).toEqual(expected)
    expect(closeMatches.every(({ relevance }) => relevance === 0)).toBe(true)
    expect([totalFound, counts.jobs, results.length], 'only exact matches are counted').toEqual([0, 0, 0])
  })

  test('close matches stand apart from exact ones, and are left out when there are enough', async () => {
    const few = await found('alp')
    expect([few.totalFound, few.closeMatches]).toEqual([1, []])
    const both = await undone(sql, async (by) => {
      await fill(by, ['RLY clerk', 'Railway clerk'], [])
      await by`truncate ${by(otherTables)}`
      return search(by, { text: 'rly' })
    })
    const titlesOf = (rows: Found[]) => rows.map(({ title }) => title)
    expect([titlesOf(both.results), titlesOf(both.closeMatches)]).toEqual([['RLY clerk'], ['Railway clerk']])
    expect(both.categorizedResults).toEqual({ jobs: both.results })
    expect([both.totalFound, both.counts.jobs]).toEqual([1, 1])
    const enough = await found('recruitment')
    expect(enough.closeMatches).toEqual([])
    const many = await found('2026')
    expect([many.closeMatches, many.totalFound]).toEqual([[], 5])
  })

  test('close matches are of the chosen categories, and counted in none', async () => {
    const { results, closeMatches, totalFound, counts } = await undone(sql, async (by) => {
      await fill(by, titles, [])
      return search(by, { text: 'railwy', categories: ['results'] })
    })
    expect([results, totalFound, counts.results, counts.jobs]).toEqual([[], 0, 0, 0])
    expect(new Set(closeMatches.map(({ category, title }) => `${category} ${titles.indexOf(title)}`))).toEqual(
      new Set(['results 0', 'results 1']),
    )
  })

  test('close matches use the synonyms that staff adds', async () => {
    const result = await undone(sql, async (by) => {
      await fill(by, titles, [])
      await by`insert into search_words (written, means) values ('Chukchuk', 'Railway')`
      return search(by, { text: 'chukchuk' })
    })
    expect(new Set(result.closeMatches.map(({ title }) => title))).toEqual(new Set([titles[0], titles[1]]))
  })
})
