import fc from 'fast-check'
import type postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { FILTERED_KINDS } from '#domain/search-query.ts'
import { undone } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

const FREQUENT = 4
const words = fc.constantFrom('railway', 'rail', 'clerk', 'up', '10', '2026', 'भर्ती', 'x'.repeat(70))
const text = fc.array(words, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' '))

await sql.unsafe(
  `create or replace function search.frequent() returns integer language sql immutable return ${FREQUENT}`,
)
for (const [index, { table }] of FILTERED_KINDS.entries())
  for (const [number, [title, eligibility]] of fc.sample(fc.tuple(text, text), { numRuns: 40, seed: index }).entries())
    await sql`insert into ${sql(table)} ${sql({ title, eligibility, slug: `notice-${number}` })}`

/** Keys with a wrong set, and frequent keys without one. */
const wrong = async (by: postgres.ISql) =>
  by`with found as (
       select key, (id / 8192)::integer as chunk, bit_or(set_bit(published.no_notices(), (id % 8192)::integer, 1)) as notices
         from search.entries, unnest(
           search.keys(priority, title, others) || array(select priority || 'p' || word from unnest(tsvector_to_array(words)) as word)
         ) as key
        where priority = any (published.kinds_with_filters()) group by 1, 2
     )
     select key, bit_count(found.notices) as found, bit_count(sets.notices) as stored
       from found full join search.sets using (key, chunk)
      where (key in (select key from search.sets) or bit_count(found.notices) >= ${FREQUENT})
        and coalesce(found.notices, published.no_notices()) is distinct from coalesce(sets.notices, published.no_notices())`

const keysWithSet = async (word: string) => {
  const rows = await sql`select distinct key from search.sets where key = ${`1t${word}`}`
  return rows.length
}

describe('sets of frequent terms', () => {
  test('the notices of a text are those whose fields contain it', async () => {
    expect((await sql`select from search.sets`).length).toBeGreaterThan(20)
    const texts = fc.sample(
      text.chain((whole) => fc.tuple(fc.constant(whole), fc.nat(whole.length - 1), fc.integer({ min: 1, max: 24 }))),
      { numRuns: 600, seed: 5 },
    )
    for (const [whole, start, length] of texts) {
      const typed = whole.slice(start, start + length).trim()
      for (const all of typed === '' ? [] : [true, false]) {
        const rows = await sql`
          select kinds.name, array(
                   select id from search.entries where entries.priority = kinds.priority and (
                     strpos(title, ${typed}) > 0 or (${all} or list_searches_all_fields) and strpos(others, ${typed}) > 0
                   ) order by id
                 ) as expected,
                 case when notices is null then array(select id from search.entries where entries.priority = kinds.priority order by id)
                   else array(select published.ids_of(notices) order by 1) end as found
            from published.containing(published.kinds_with_filters(), ${typed}, search.drivers_of(${typed}), ${all}) as containing
            join content.kinds using (priority)`
        expect(rows).toHaveLength(FILTERED_KINDS.length)
        for (const { expected, found } of rows) expect({ typed, found }).toEqual({ typed, found: expected })
      }
    }
  })

  test('a text of three words is found where it stands, not where its pairs of words do', async () => {
    const notices = [
      ...[1, 2, 3, 4].map((number) => ({ title: `Cobbler needed clerk${number}`, eligibility: 'None', found: true })),
      ...[5, 6].map((number) => ({
        title: `Cobbler needed ${number}`,
        eligibility: `A cobbler needed clerk${number}`,
        found: true,
      })),
      { title: 'Clerks needed: cobbler needed clerks', eligibility: 'None', found: true },
      { title: 'Needed clerk7', eligibility: 'Cobbler needed', found: false },
      { title: 'Cobbler needed', eligibility: 'Needed clerk8', found: false },
      { title: 'Cobbler needed, and needed clerk9', eligibility: 'None', found: false },
      { title: 'Cobbler needed and needed clerk10', eligibility: 'None', found: false },
    ]
    await undone(sql, async (by) => {
      for (const [number, { title, eligibility }] of notices.entries())
        await by`insert into jobs ${sql({ title, eligibility, slug: `cobbler-${number}` })}`
      const wanted = 'cobbler needed clerk'
      const [slot] = await by`select * from search.drivers(${wanted}) where priority = 1`
      expect(slot?.['any_rows']).toBeGreaterThanOrEqual(FREQUENT)
      expect(
        await by`select title from jobs, published.containing('{1}', ${wanted}, search.drivers_of(${wanted}), true) as text
          where get_bit(text.notices, jobs.id::integer) = 1 order by jobs.id`,
      ).toEqual(notices.filter(({ found }) => found).map(({ title }) => ({ title })))
    })
  })

  test('what fulfils conditions is the same by sets as by the index of words', async () => {
    const conditions = fc.sample(
      fc.array(
        fc.uniqueArray(fc.oneof(words, fc.constantFrom('#jobs', 'none', 'rail up', 'up clerk')), { minLength: 1 }),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      { numRuns: 300, seed: 6 },
    )
    const found = new Set<number>()
    for (const condition of conditions) {
      const asked = condition.map(
        (phrases) => `(${phrases.map((phrase) => `'${phrase.replaceAll(' ', `' <-> '`)}'`).join(' | ')})`,
      )
      const rows = await sql`
        select priority, array(select id from search.entries
                 where entries.priority = kinds.priority and words @@ ${asked.join(' & ')}::tsquery order by id) as expected,
               array(select published.ids_of(published.set_of_meaning(priority, ${asked})) order by 1) as found
          from unnest(published.kinds_with_filters()) as kinds (priority)`
      expect(rows).toHaveLength(FILTERED_KINDS.length)
      for (const row of rows) {
        expect({ asked, found: row['found'] }).toEqual({ asked, found: row['expected'] })
        found.add(row['found'].length)
      }
    }
    expect(found.size).toBeGreaterThan(10)
  })

  test('the sets after any changes are those of a rebuilt index', async () => {
    const steps = fc.sample(
      fc.record({
        kind: fc.constantFrom(...FILTERED_KINDS),
        id: fc.integer({ min: 0, max: 45 }),
        what: fc.constantFrom('title', 'hide', 'show', 'delete', 'insert', 'exchange', 'show both'),
        text,
      }),
      { numRuns: 150, seed: 8 },
    )
    await undone(sql, async (by) => {
      for (const [number, { kind, id, what, text }] of steps.entries()) {
        const table = by(kind.table)
        const row = by`slug = ${`notice-${id}`}`
        if (what === 'title') await by`update ${table} set title = ${text} where ${row}`
        if (what === 'hide') await by`update ${table} set status = 'inactive' where ${row}`
        if (what === 'show') await by`update ${table} set status = null where ${row}`
        if (what === 'delete') await by`delete from ${table} where ${row}`
        // One of them may be hidden, so that the statement counts one notice as new and another one as changed.
        if (what === 'show both')
          await by`update ${table} set title = ${text}, status = null where slug in (${`notice-${id}`}, ${`notice-${id + 1}`})`
        if (what === 'insert') await by`insert into ${table} (title, slug) values (${text}, ${`new-${number}`})`
        // In one statement, so that the number of notices with a term stays.
        if (what === 'exchange')
          await by`update ${table} as notice set title = other.title from ${table} as other
            where notice.slug in (${`notice-${id}`}, ${`notice-${id + 1}`}) and other.slug in (${`notice-${id}`}, ${`notice-${id + 1}`})
              and notice.slug <> other.slug`
      }
      expect(await wrong(by)).toEqual([])
      await by`truncate admissions`
      expect(await wrong(by)).toEqual([])
      const [meant] = await by`
        select published.set_of_meaning(priority, array['(''clerk'')']) as notices from content.kinds where name = 'admissions'`
      expect(meant).toEqual({ notices: '' })
      await by`select search.rebuild()`
      expect(await wrong(by)).toEqual([])
    })
  })

  test('a statement that makes a term frequent by a new and a changed notice collects both', async () => {
    await undone(sql, async (by) => {
      await by`insert into jobs (title, slug, status)
        select title, slug, status from (values ('Geologist', 'a', null), ('Geologist', 'b', null), ('Geologist', 'c', null),
          ('Surveyor', 'd', null), ('Geologist', 'e', 'inactive')) as notice (title, slug, status)`
      await by`update jobs set title = 'Geologist', status = null where slug in ('d', 'e')`
      expect(await by`select bit_count(notices) as found from search.sets where key = '1tgeologist'`).toEqual([
        { found: '5' },
      ])
      expect(await wrong(by)).toEqual([])
    })
  })

  test('a term becomes frequent only while no other transaction changes notices', async () => {
    const publish = (by: postgres.ISql, number: number) =>
      by`insert into jobs (title, slug) values (${`Stenographer ${number}`}, ${`stenographer-${number}`})`
    for (let number = 1; number < FREQUENT; number++) await publish(sql, number)
    await sql.begin(async (other) => {
      await other`insert into admissions (title, slug) values ('Typist', 'typist')`
      await publish(sql, FREQUENT)
      expect(await keysWithSet('stenographer')).toBe(0)
    })
    await publish(sql, FREQUENT + 1)
    expect(await keysWithSet('stenographer')).toBe(1)
    expect(await wrong(sql)).toEqual([])
  })
})
