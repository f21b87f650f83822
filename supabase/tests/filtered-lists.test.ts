import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applicationState } from '#domain/application-state.ts'
import { APPLICANT_CATEGORIES } from '#domain/content/categories-of-applicants.ts'
import { FACET_NAMES, FACETS, VACANCY_STEPS, type Facet, type Filters } from '#domain/content/filters.ts'
import { FILTER_SLUGS } from '#domain/content/list-address.ts'
import { includes, isQualification, QUALIFICATIONS, type Qualification } from '#domain/content/qualifications.ts'
import { ALL_INDIA, STATES } from '#domain/content/states.ts'
import { as, signIn, undone, visitor } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')
const admin = await signIn(sql, 'admin')

const TODAY = '2026-11-22'

interface Job {
  id: number
  title: string
  slug: string
  status: string | null
  list_rank: number
  posted: number
  organization: string | null
  qualifications: Qualification[] | null
  states: string[] | null
  age_min: number | null
  age_max: number | null
  total_posts: number | null
  fee_general: number | null
  fee_sc_st: number | null
  fee_female: number | null
  category_fees: Record<string, number> | null
  category_vacancies: Record<string, number> | null
  apply_start_date: string | null
  apply_end_date: string | null
}

/** A value, or null for a notice that does not state it. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 })
const some = <T>(values: readonly T[], most: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most })
const values = (choices: readonly { value: string }[]) => choices.map(({ value }) => value)
const byCategory = (most: number) =>
  fc.dictionary(fc.constantFrom(...values(APPLICANT_CATEGORIES)), fc.constantFrom(0, most), { minKeys: 1, maxKeys: 3 })
const day = (from: number, to: number) =>
  fc
    .integer({ min: from, max: to })
    .map((days) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10))
const fewStates = ['bihar', 'goa', 'uttar-pradesh']

const facts = fc.record({
  status: fc.constantFrom('active', 'active', 'Start', null, 'inactive'),
  organization_id: maybe(fc.integer({ min: 1, max: 4 })),
  qualifications: maybe(some(values(QUALIFICATIONS), 2)),
  states: maybe(fc.oneof(some(fewStates, 2), fc.constant([ALL_INDIA]))),
  age_min: maybe(fc.integer({ min: 17, max: 22 })),
  age_max: maybe(fc.integer({ min: 21, max: 40 })),
  total_posts: maybe(fc.constantFrom(0, 3, 9, 10, 99, 150, 700, 6_000)),
  fee_general: maybe(fc.constantFrom(0, 100)),
  fee_sc_st: maybe(fc.constantFrom(0, 50)),
  fee_female: maybe(fc.constantFrom(0, 50)),
  category_fees: maybe(byCategory(25)),
  category_vacancies: maybe(byCategory(7)),
  apply_start_date: maybe(day(-30, 5)),
  apply_end_date: maybe(day(-10, 20)),
  is_featured: fc.constantFrom(false, false, false, true),
  created_at: fc.constantFrom('2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z', '2026-11-22T10:00:00.000001Z'),
})

await sql`insert into organizations ${sql([1, 2, 3, 4].map((n) => ({ name: `Body ${n}`, slug: `body-${n}` })))}`
for (const [index, batch] of [0, 1].entries()) {
  const rows = fc.sample(facts, { numRuns: 200, seed: 5 + batch })
  const written = rows.map((row, n) => ({
    ...row,
    title: `${n % 3 === 0 ? 'Railway' : 'Bank'} ${n}`,
    slug: `job-${index}-${n}`,
  }))
  await sql`insert into jobs (title, slug, status, organization_id, qualifications, states, age_min, age_max, total_posts,
      fee_general, fee_sc_st, fee_female, category_fees, category_vacancies, apply_start_date, apply_end_date, is_featured, created_at)
    select title, slug, status, organization_id, qualifications, states, age_min, age_max, total_posts,
      fee_general, fee_sc_st, fee_female, category_fees, category_vacancies, apply_start_date, apply_end_date, is_featured, created_at
      from json_populate_recordset(null::jobs, ${sql.json(written as never)}::json)`
}

const readJobs = (by = sql) => by<Job[]>`
  select jobs.*, id::int, list_rank::float, (extract(epoch from posted_at) * 1000000)::float as posted,
         fee_general::float, fee_sc_st::float, fee_female::float, apply_start_date::text, apply_end_date::text,
         (select slug from organizations where id = organization_id) as organization
    from jobs where status is distinct from 'inactive'`

/** The fee of a category, as rows of fees say it: its own, that of its group, or the general one. */
function feeOf(job: Job, category: string): number | null {
  const group = { female: job.fee_female, ews: job.fee_sc_st, sc: job.fee_sc_st, st: job.fee_sc_st }[category] ?? null
  return job.category_fees?.[category] ?? group ?? job.category_fees?.['general'] ?? job.fee_general
}

function isFree(job: Job, category: string | undefined): boolean | null {
  const fees = values(APPLICANT_CATEGORIES).map((each) => feeOf(job, each))
  if (fees.every((fee) => fee === null)) return null
  if (category) return feeOf(job, category) === 0
  return fees.every((fee) => fee === null || fee === 0)
}

const stateOf = (job: Job) =>
  applicationState({ start: job.apply_start_date, end: job.apply_end_date, link: null }, TODAY).name

/** Whether a notice matches a filter; null when it does not state the fact. The plain rules, one row at a time. */
function matches(job: Job, facet: Facet, value: string, { category }: Filters): boolean | null {
  const daysLeft = job.apply_end_date && (Date.parse(job.apply_end_date) - Date.parse(TODAY)) / 86_400_000
  switch (facet) {
    case 'qualification':
      return (
        job.qualifications && isQualification(value) && job.qualifications.some((wanted) => includes(value, wanted))
      )
    case 'state':
      return job.states && (job.states.includes(value) || job.states.includes(ALL_INDIA))
    case 'organization':
      return job.organization === value
    case 'age':
      if (job.age_min === null && job.age_max === null) return null
      return Number(value) >= (job.age_min ?? 0) && Number(value) <= (job.age_max ?? 999)
    case 'category':
      return job.category_vacancies && (job.category_vacancies[value] ?? 0) > 0
    case 'fee':
      return isFree(job, category)
    case 'closing':
      return typeof daysLeft === 'number' && daysLeft >= 0 && daysLeft <= { today: 0, '3-days': 3, week: 7 }[value]!
    case 'application':
      return { ended: 'closed', 'not-started': 'soon', 'link-pending': 'open', active: 'open' }[stateOf(job)] === value
    case 'vacancies':
      return job.total_posts === null ? null : job.total_posts >= Number(value)
  }
}

const isChosen = (entry: [string, string | undefined]): entry is [Facet, string] => entry[1] !== undefined
const entriesOf = (filters: Filters) => (Object.entries(filters) as [Facet, string | undefined][]).filter(isChosen)

function fits(job: Job, filters: Filters, unstated: boolean, search: string): boolean {
  if (!job.title.toLowerCase().includes(search.toLowerCase())) return false
  return entriesOf(filters).every(([facet, value]) => matches(job, facet, value, filters) ?? unstated)
}

const choice = (facet: Facet) =>
  ({
    organization: fc.constantFrom('body-1', 'body-2'),
    age: fc.integer({ min: 15, max: 45 }).map(String),
    state: fc.constantFrom(...fewStates, ALL_INDIA),
  })[facet as string] ?? fc.constantFrom(...values(FACETS[facet].choices))
const anyFilters: fc.Arbitrary<Filters> = fc
  .uniqueArray(fc.constantFrom(...FACET_NAMES), { maxLength: 4 })
  .chain((chosen) => fc.record(Object.fromEntries(chosen.map((facet) => [facet, choice(facet)]))))
const queries = fc.sample(
  fc.record({
    filters: anyFilters,
    unstated: fc.boolean(),
    sort: fc.constantFrom('newest', 'closing', 'vacancies'),
    search: fc.constantFrom('', '', 'rail'),
  }),
  { numRuns: 250, seed: 21 },
)

interface Reply {
  rows: { slug: string; id: number }[]
  more: boolean
  next: number[] | null
  total: number
  unstated: number
  counts: Record<string, Record<string, number>>
  organizations: { slug: string; notices: number }[]
}

async function list(by: typeof sql, query: (typeof queries)[number], after: number[] | null = null): Promise<Reply> {
  const [row] =
    await by`select filtered_list('jobs', ${sql.json(query.filters as never)}, ${query.search}, ${query.sort},
    ${query.unstated}, ${TODAY}, ${after}, page_size => 30) as list`
  return row?.['list']
}

const compare = (one: readonly number[], other: readonly number[]) => {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** The place of a notice in an order: smaller ones first. */
function place(job: Job, sort: string): number[] {
  const isClosed = stateOf(job) === 'ended'
  const end = job.apply_end_date ? Date.parse(job.apply_end_date) : Number.MAX_SAFE_INTEGER
  if (sort === 'closing') return isClosed ? [1, -end, -job.id] : [0, end, job.id]
  const place = sort === 'vacancies' ? [-(job.total_posts ?? -1), -job.id] : [-job.list_rank, -job.posted, -job.id]
  return [Number(isClosed), ...place]
}

describe('filtered_list agrees with rules that look at one row after the other', () => {
  test('it finds the same rows in the same order, over all pages, and as many', async () => {
    const jobs = await readJobs()
    const wrong = []
    let found = 0
    for (const query of queries) {
      const expected = jobs
        .filter((job) => fits(job, query.filters, query.unstated, query.search))
        .sort((a, b) => compare(place(a, query.sort), place(b, query.sort)))
        .map(({ slug }) => slug)
      const received: string[] = []
      let page = await as(sql, visitor, (by) => list(by as typeof sql, query))
      received.push(...page.rows.map(({ slug }) => slug))
      while (page.more) {
        const { next } = page
        page = await as(sql, visitor, (by) => list(by as typeof sql, query, next))
        received.push(...page.rows.map(({ slug }) => slug))
      }
      found += received.length
      if (received.join() !== expected.join() || page.total !== expected.length)
        wrong.push({ query, expected, received })
    }
    expect(wrong).toEqual([])
    expect(found).toBeGreaterThan(3_000)
  }, 120_000)

  test('the count of every choice is the number of rows that choosing it gives, and none is missing', async () => {
    const jobs = await readJobs()
    const wrong = []
    for (const query of queries) {
      const { filters, unstated, search } = query
      const { counts, organizations } = await as(sql, visitor, (by) => list(by as typeof sql, query))
      const received: typeof counts = {
        ...counts,
        organization: Object.fromEntries(organizations.map((each) => [each.slug, each.notices])),
      }
      for (const facet of FACET_NAMES.filter((each) => each !== 'age')) {
        const choices =
          facet === 'organization' ? ['body-1', 'body-2', 'body-3', 'body-4'] : values(FACETS[facet].choices)
        const expected = choices.flatMap((value) => {
          const count = jobs.filter((job) => fits(job, { ...filters, [facet]: value }, unstated, search)).length
          return count > 0 ? [[value, count] as const] : []
        })
        const actual = received[facet] ?? {}
        if (!isDeepStrictEqual(Object.fromEntries(expected), actual)) wrong.push({ query, facet, expected, actual })
      }
    }
    expect(wrong).toEqual([])
  }, 120_000)

  test('it says how many more notices do not state what is filtered by', async () => {
    const jobs = await readJobs()
    let sum = 0
    for (const query of queries) {
      const { filters, search } = query
      const more = jobs.filter((job) => fits(job, filters, true, search) && !fits(job, filters, false, search)).length
      const { unstated } = await as(sql, visitor, (by) => list(by as typeof sql, query))
      expect({ filters, unstated }).toEqual({ filters, unstated: more })
      sum += more
    }
    expect(sum).toBeGreaterThan(1_000)
  }, 120_000)
})

describe('the sets of filters follow every change', () => {
  const sets = (by: typeof sql) => by`select facet, choice, chunk, counted::int from published.choices
    where priority = 1 order by facet, choice, chunk`
  const keys = (by: typeof sql) => by`select * from published.listed where priority = 1 order by id`
  test.each([
    ['facts', sql`update jobs set qualifications = '{8th}', states = '{goa,bihar}', total_posts = 12 where id % 3 = 0`],
    [
      'publication and withdrawal',
      sql`update jobs set status = case when status = 'inactive' then 'active' else 'inactive' end`,
    ],
    ['deletion', sql`delete from jobs where id % 2 = 0`],
    ['organizations', sql`update jobs set organization_id = null where organization_id = 1`],
    ['display order and post time', sql`update jobs set display_order = 3, post_time = '2026-01-01' where id % 5 = 0`],
  ])('after a change of %s they are as if they were computed again', async (_what, change) => {
    const [before, after, computed] = await undone(sql, async (transaction) => {
      const by = transaction as typeof sql
      const old = [await sets(by), await keys(by)]
      await by`${change}`
      const changed = [await sets(by), await keys(by)]
      await by`select published.rebuild_choices('jobs')`
      return [old, changed, [await sets(by), await keys(by)]]
    })
    expect(after).toEqual(computed)
    expect(after).not.toEqual(before)
  })

  test('truncation empties them', async () => {
    const left = await undone(sql, async (by) => {
      await by`truncate jobs`
      return [await sets(by as typeof sql), await keys(by as typeof sql)].flat()
    })
    expect(left).toEqual([])
  })

  test('a counted view changes nothing, and an admin may save', async () => {
    await undone(sql, async (by) => {
      const [before] = await by`select xmin::text from published.listed where priority = 1 limit 1`
      await by`update jobs set view_count = 7`
      expect(await by`select xmin::text from published.listed where priority = 1 limit 1`).toEqual([before])
    })
    await as(sql, admin, (by) => by`update jobs set states = '{goa}' where id = 1`)
  })
})

test('the database and the site mean the same by every choice', async () => {
  const [row] = await sql`select published.vacancy_steps() as steps`
  expect(row?.['steps']).toEqual(VACANCY_STEPS)
  for (const { value: wanted } of QUALIFICATIONS) {
    const [{ held } = {}] = await sql`select published.sufficient_for(array[${wanted}]::text[]) as held`
    expect(held.toSorted()).toEqual(
      QUALIFICATIONS.filter(({ value }) => includes(value, wanted as Qualification))
        .map(({ value }) => value)
        .toSorted(),
    )
  }
  for (const facet of FACET_NAMES) {
    for (const { value } of FACETS[facet].choices) {
      const [answer] = await as(
        sql,
        visitor,
        (by) => by`select filtered_list('jobs', ${sql.json({ [facet]: value })}) as list`,
      )
      expect(answer?.['list'].total).toBeGreaterThanOrEqual(0)
    }
  }
  expect(STATES.length).toBeGreaterThan(30)
})

describe('a notice and a filtered list never have the same address', () => {
  test.each(['jobs', 'admissions'])(
    '%s with the slug of a filter are refused, also when a slug changes',
    async (table) => {
      for (const slug of FILTER_SLUGS) {
        const write = as(sql, admin, (by) => by`insert into ${by(table)} (title, slug) values ('Job', ${slug})`)
        await expect(write).rejects.toMatchObject({ code: '23514', constraint_name: `${table}_slug_filter_check` })
      }
      const rename = undone(sql, async (by) => {
        await by`insert into ${by(table)} (title, slug) values ('Job', 'one')`
        await by`update ${by(table)} set slug = '10th-pass' where slug = 'one'`
      })
      await expect(rename).rejects.toMatchObject({ code: '23514' })
      const [row] = await sql`select rules.filter_slugs() as slugs`
      expect(row?.['slugs']).toEqual(FILTER_SLUGS)
    },
  )

  test('a notice that had such a slug before gets another one when filters are offered', async () => {
    const slugs = await undone(sql, async (by) => {
      await by`alter table jobs drop constraint jobs_slug_filter_check`
      const [job] = await by`insert into jobs (title, slug) values ('Old', '10th-pass') returning id`
      await by`select content.offer_filters('jobs')`
      const [renamed] = await by`select slug from jobs where id = ${job?.['id']}`
      return [renamed?.['slug'], `10th-pass-${job?.['id']}`]
    })
    expect(slugs[0]).toBe(slugs[1])
  })
})

test.each([
  ['an unknown filter', '{"colour": "red"}'],
  ['an unknown choice', '{"state": "atlantis"}'],
  ['an age that is no number', '{"age": "x"}'],
  ['no object', '[]'],
])('filtered_list rejects %s', async (_what, filters) => {
  const call = as(sql, visitor, (by) => by`select filtered_list('jobs', ${filters}::text::jsonb)`)
  await expect(call).rejects.toMatchObject({ code: '22023' })
})

test('feeds have the newest of what matches, calendars what closes next', async () => {
  const jobs = (await readJobs()).filter((job) => fits(job, { state: 'goa' }, false, ''))
  const ids = async (sort: string) => {
    const [row] = await as(
      sql,
      visitor,
      (by) => by`select filtered_facts('jobs', '{"state": "goa"}', null, ${sort}, false, ${TODAY}, 20) as facts`,
    )
    return row?.['facts'].map(({ id }: Job) => id)
  }
  const newest = jobs.toSorted((a, b) => b.posted - a.posted || b.id - a.id)
  expect(await ids('posted')).toEqual(newest.slice(0, 20).map(({ id }) => id))
  const open = jobs.filter((job) => stateOf(job) !== 'ended')
  const closing = open.toSorted((a, b) => compare(place(a, 'closing'), place(b, 'closing')))
  expect(await ids('closing')).toEqual(closing.slice(0, 20).map(({ id }) => id))
  expect(closing.length).toBeGreaterThan(20)
})

test('without filters the list has the order of the plain one', async () => {
  const [row] = await as(
    sql,
    visitor,
    (by) =>
      by`select filtered_list('jobs', page_size => 100) -> 'rows' as filtered, list_notices('jobs', page_size => 100) -> 'rows' as plain`,
  )
  expect(row?.['filtered']).toEqual(row?.['plain'])
  expect(row?.['plain']).toHaveLength(100)
})
