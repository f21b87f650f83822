import type postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { migrate } from '#backend/database/migrate.ts'
import { undone } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

/** Last migration before texts that are canonically equivalent were the same for the search. */
const LAST_BEFORE = '20261210012430'

/** The same texts in several code points: letters with a nukta, an accent, and both with capital letters. */
const spellings = [
  ['ब\u095cा', 'बड\u093cा'],
  ['प\u095dाई', 'पढ\u093cाई'],
  ['\u0958लम', 'क\u093cलम'],
  ['\u095bिला', 'ज\u093cिला'],
  ['\u095eौज', 'फ\u093cौज'],
  ['caf\u00e9', 'cafe\u0301', 'CAF\u00c9', 'CAFE\u0301'],
]

const insert = (by: postgres.ISql, words: readonly string[]) =>
  by`insert into jobs ${by(words.map((word, index) => ({ title: `${word} सहायक ${index}`, slug: `notice-${index}` })))}`

/** @returns how many notices a text finds in each way to search */
async function found(by: postgres.ISql, text: string) {
  const [row] = await by`select (search_notices(${text}) ->> 'totalFound')::integer as search,
    json_array_length(list_notices('jobs', ${text}) -> 'rows') as list,
    json_array_length(search_suggestions(${text})) as suggestions,
    (select sum(bit_count(notices))::integer from published.text_sets('{1}', ${text})) as filtered`
  return row
}

describe('letters that are written with other code points are found', () => {
  test.each(spellings)(
    'notices with %s are found, whatever code points it has in them or in the search',
    async (...words) => {
      const [all, parts] = await undone(sql, async (by) => {
        await insert(by, [...words, 'none of them'])
        await by`set local role anon`
        const ask = (texts: string[]) => Promise.all(texts.map((text) => found(by, text)))
        return [await ask(words), await ask(words.map((word) => `${word} सहा`))]
      })
      const count = words.length
      const expected = words.map(() => ({
        search: count,
        list: count,
        suggestions: Math.min(count, 3),
        filtered: count,
      }))
      expect([all, parts]).toEqual([expected, expected])
    },
  )
})

test('notices that were stored before are found by the other spelling, too', async () => {
  const { sql: before } = await makeDatabase('unmigrated')
  await migrate(before, LAST_BEFORE)
  const [words = []] = spellings
  await insert(before, words)
  expect(await found(before, words[0]!)).toMatchObject({ search: 1, list: 1 })
  await migrate(before)
  for (const word of words) expect(await found(before, word)).toMatchObject({ search: 2, list: 2 })
})
