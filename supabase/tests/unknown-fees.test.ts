import { expect, test } from 'vitest'
import { migrate } from '#backend/database/migrate.ts'
import { makeDatabase } from './test-database.ts'

test('stored sets and followed lists are corrected: a notice with an unknown fee is not found as free any more', async () => {
  const { sql } = await makeDatabase('unmigrated')
  await migrate(sql, '20261210012430')
  await sql`insert into jobs (title, slug, fee_general, fee_sc_st, fee_female, category_fees) values
    ('A', 'unknown-general', null, 0, 0, null), ('A', 'free', 0, 0, 0, null), ('A', 'unknown', null, null, null, null),
    ('A', 'free-for-sc', 100, 0, 50, null), ('A', 'fee-of-sc', null, 50, null, null), ('A', 'fee-of-pwd', 0, 0, 0, '{"pwd": 10}')`
  const queries = [{}, { category: 'sc' }, { category: 'general' }].flatMap((category) => [
    { filters: { ...category, fee: 'free' }, unstated: false },
    { filters: { ...category, fee: 'free' }, unstated: true },
  ])
  for (const { filters, unstated } of queries)
    await sql`select push.store_list(push.list_topic('jobs', ${sql.json(filters)}, ${unstated}), '{notices}')`
  await migrate(sql)

  const found = async (filters: object, unstated: boolean) => {
    const [row] =
      await sql`select filtered_list('jobs', ${sql.json(filters as never)}, with_unstated => ${unstated}) as list`
    return row?.['list'].rows.map(({ slug }: { slug: string }) => slug).toSorted()
  }
  expect(await found({ fee: 'free' }, false)).toEqual(['free'])
  expect(await found({ fee: 'free' }, true)).toEqual(['free', 'unknown', 'unknown-general'])
  await sql`update jobs set category_vacancies = '{"sc": 1, "general": 1}'`
  expect(await found({ fee: 'free', category: 'sc' }, false)).toEqual([
    'fee-of-pwd',
    'free',
    'free-for-sc',
    'unknown-general',
  ])
  expect(await found({ fee: 'free', category: 'general' }, true)).toEqual([
    'fee-of-pwd',
    'fee-of-sc',
    'free',
    'unknown',
    'unknown-general',
  ])
  for (const { filters, unstated } of queries) {
    const followed = await sql<{ slug: string }[]>`
      select slug from jobs join push.lists on lists.id = any (push.lists_with('jobs', push.terms_of(to_jsonb(jobs)), '{notices}'))
       where topic = push.list_topic('jobs', ${sql.json(filters)}, ${unstated}) order by slug`
    expect(followed.map(({ slug }) => slug)).toEqual(await found(filters, unstated))
  }
})
