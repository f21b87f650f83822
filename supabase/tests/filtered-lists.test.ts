import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FACET_NAMES, FACETS, VACANCY_STEPS, type Filters } from '#domain/content/filters.ts'
import { jobs as jobsKind } from '#domain/content/kinds/jobs.ts'
import { FILTER_SLUGS, filterPaths } from '#domain/content/list-address.ts'
import { includes, QUALIFICATIONS, type Qualification } from '#domain/content/qualifications.ts'
import { ALL_INDIA, STATES } from '#domain/content/indian-states.ts'
import { as, signIn, undone, visitor } from './database-users.ts'
import {
  anyFilters,
  compare,
  facts,
  fits,
  foundBy,
  sortKey,
  stateOf,
  TEXTS,
  titleOf,
  TODAY,
  values,
  type Job,
} from './filter-rules.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')
const admin = await signIn(sql, 'admin')

await sql`insert into organizations ${sql([1, 2, 3, 4].map((n) => ({ name: `Body ${n}`, slug: `body-${n}` })))}`
for (const [index, batch] of [0, 1].entries()) {
  const rows = fc.sample(facts, { numRuns: 200, seed: 5 + batch })
  const written = rows.map((row, n) => ({
    ...row,
    title: titleOf(n),
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

const queries = [
  ...fc.sample(
    fc.record({
      filters: anyFilters,
      unstated: fc.boolean(),
      sort: fc.constantFrom('newest', 'closing', 'vacancies'),
      search: fc.oneof(fc.constant(''), fc.constantFrom(...Object.keys(TEXTS))),
    }),
    { numRuns: 250, seed: 21 },
  ),
  // A text that several notices have, but hardly any under the filters.
  ...values(QUALIFICATIONS).map((qualification) => ({
    filters: { qualification, closing: 'week' },
    unstated: true,
    sort: 'closing',
    search: 'ssc',
  })),
]

interface Reply {
  rows: { slug: string; id: number }[]
  closeMatches?: { slug: string; id: number }[]
  close?: number
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

describe('filtered_list agrees with rules that look at one row after the other', async () => {
  const jobs = await readJobs()
  /** Every query with its first page. */
  const asked: [query: (typeof queries)[number], first: Reply][] = []
  for (const query of queries) asked.push([query, await as(sql, visitor, (by) => list(by as typeof sql, query))])

  test('it finds the same rows and close matches in the same order, over all pages, and as many', async () => {
    const wrong = []
    const found = { rows: 0, close: 0, few: 0 }
    for (const [query, first] of asked) {
      const { contains, meaning, isMeant } = foundBy(jobs, query.search)
      const inOrder = (accepts: (job: Job) => boolean) =>
        jobs
          .filter((job) => accepts(job) && fits(job, query.filters, query.unstated))
          .sort((a, b) => compare(sortKey(a, query.sort), sortKey(b, query.sort)))
          .map(({ slug }) => slug)
      const rows = inOrder(contains)
      const meant = rows.length < 3 && query.search ? inOrder(meaning) : []
      // When the text itself is frequent, the few close matches under the filters stand apart from the counts.
      const close = isMeant ? meant : meant.slice(0, 10)
      const expected = { rows, close, total: rows.length + (isMeant ? close.length : 0), number: close.length }

      const received: typeof expected = { rows: [], close: [], total: 0, number: 0 }
      let page = first
      received.total = page.total
      received.number = page.close ?? 0
      for (;;) {
        received.rows.push(...page.rows.map(({ slug }) => slug))
        received.close.push(...(page.closeMatches ?? []).map(({ slug }) => slug))
        if (!page.more) break
        const { next } = page
        page = await as(sql, visitor, (by) => list(by as typeof sql, query, next))
      }
      found.rows += rows.length
      found.close += isMeant ? close.length : 0
      found.few += isMeant ? 0 : close.length
      if (!isDeepStrictEqual(received, expected)) wrong.push({ query, expected, received })
    }
    expect(wrong).toEqual([])
    expect(found.rows).toBeGreaterThan(3_000)
    expect(found.close).toBeGreaterThan(1_000)
    expect(found.few).toBeGreaterThan(5)
  }, 120_000)

  test('the count of every choice is the number of rows that choosing it gives, and none is missing', () => {
    const wrong = []
    for (const [query, { counts, organizations }] of asked) {
      const { filters, unstated, search } = query
      const { finds } = foundBy(jobs, search)
      const found = jobs.filter(finds)
      const received: typeof counts = {
        ...counts,
        organization: Object.fromEntries(organizations.map((each) => [each.slug, each.notices])),
      }
      for (const facet of FACET_NAMES.filter((each) => each !== 'age')) {
        const choices =
          facet === 'organization' ? ['body-1', 'body-2', 'body-3', 'body-4'] : values(FACETS[facet].choices)
        const expected = choices.flatMap((value) => {
          const count = found.filter((job) => fits(job, { ...filters, [facet]: value }, unstated)).length
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
    for (const [{ filters, search }, { unstated }] of asked) {
      const { finds } = foundBy(jobs, search)
      const more = jobs.filter((job) => finds(job) && fits(job, filters, true) && !fits(job, filters, false)).length
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
  const organizations = (by: typeof sql) => by`select choice, notices from published.organization_totals
    where priority = 1 and notices <> 0 order by choice`
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
      const old = [await sets(by), await keys(by), await organizations(by)]
      await by`${change}`
      const changed = [await sets(by), await keys(by), await organizations(by)]
      await by`select published.rebuild_choices('jobs')`
      const counted = await by`select choice, sum(counted)::int as notices from published.choices
        where priority = 1 and facet = 'organization' group by choice order by choice`
      return [old, changed, [await sets(by), await keys(by), counted]]
    })
    expect(after).toEqual(computed)
    expect(after).not.toEqual(before)
  })

  test('truncation empties them', async () => {
    const left = await undone(sql, async (by) => {
      await by`truncate jobs`
      return [await sets(by as typeof sql), await keys(by as typeof sql), await organizations(by as typeof sql)].flat()
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
  const jobs = await readJobs()
  for (const facet of FACET_NAMES) {
    for (const { value } of FACETS[facet].choices) {
      const filters = { [facet]: value }
      const [row] = await as(
        sql,
        visitor,
        (by) => by`select filtered_list('jobs', ${sql.json(filters)}, today => ${TODAY}) as list`,
      )
      const expected = jobs.filter((job) => fits(job, filters, false)).length
      expect({ filters, total: row?.['list'].total }).toEqual({ filters, total: expected })
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
  const jobs = (await readJobs()).filter((job) => fits(job, { state: 'goa' }, false))
  const ids = async (sort: string) => {
    const [row] = await as(
      sql,
      visitor,
      (by) => by`select filtered_facts('jobs', '{"state": "goa"}', null, ${sort}, false, ${TODAY}, 20) as facts`,
    )
    return row?.['facts'].notices.map(({ id }: Job) => id)
  }
  const newest = jobs.toSorted((a, b) => b.posted - a.posted || b.id - a.id)
  expect(await ids('posted')).toEqual(newest.slice(0, 20).map(({ id }) => id))
  const open = jobs.filter((job) => stateOf(job) !== 'ended')
  const closing = open.toSorted((a, b) => compare(sortKey(a, 'closing'), sortKey(b, 'closing')))
  expect(await ids('closing')).toEqual(closing.slice(0, 20).map(({ id }) => id))
  expect(closing.length).toBeGreaterThan(20)
})

test.each(['posted', 'closing'])('the files of a list have the name of the chosen organization: %s', async (sort) => {
  const answers = await Promise.all(
    [{ organization: 'body-1' }, { organization: 'nobody' }, { state: 'goa' }].map(async (filters) => {
      const [row] = await as(
        sql,
        visitor,
        (by) => by`select filtered_facts('jobs', ${sql.json(filters)}, null, ${sort}) as facts`,
      )
      return [row?.['facts'].organization, row?.['facts'].notices.length > 0]
    }),
  )
  expect(answers).toEqual([
    ['Body 1', true],
    [null, false],
    [null, true],
  ])
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

test.each([
  ['as they are', sql`select`],
  ['of one state', sql`update jobs set states = '{goa}', qualifications = '{diploma}', apply_end_date = null`],
  ['of all India', sql`update jobs set states = '{all-india}', qualifications = null, apply_end_date = ${TODAY}`],
  ['none', sql`delete from jobs`],
])('filters_that_find names the single filters that find something: notices %s', async (_what, change) => {
  const [found, expected] = await undone(sql, async (by) => {
    await by`${change}`
    const [row] = await by`select filters_that_find(${TODAY}) -> 'jobs' as found`
    const totals = await by<{ filters: Filters; total: number }[]>`
      select filters, (filtered_list('jobs', filters, today => ${TODAY}) ->> 'total')::int as total
        from jsonb_array_elements(${sql.json(filterPaths(jobsKind).map(({ filters }) => filters))}) as filters`
    const finds = ({ state, qualification, closing }: Filters) =>
      (state && (row?.['found']?.state?.includes(state) || row?.['found']?.state?.includes(ALL_INDIA))) ||
      row?.['found']?.qualification?.includes(qualification) ||
      (closing && row?.['found']?.closing?.includes(closing))
    const all = totals.map(({ filters }) => filters)
    return [all.filter((filters) => finds(filters)), all.filter((_filters, index) => (totals[index]?.total ?? 0) > 0)]
  })
  expect(found).toEqual(expected)
})
