import { expect, test } from 'vitest'
import { SEARCH_WORD_MAX } from '#domain/limits.ts'
import { PUSH_BODY_MAX, PUSH_ENDPOINT_MAX, PUSH_TITLE_MAX, PUSH_USER_AGENT_MAX } from '#domain/push/limits.ts'
import { FACTOR_NAME_MAX, STAFF_NAME_MAX } from '#domain/staff-limits.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

test.each([
  ['push.notifications', 'title', PUSH_TITLE_MAX],
  ['push.notifications', 'body', PUSH_BODY_MAX],
  ['public.push_subscriptions', 'endpoint', PUSH_ENDPOINT_MAX],
  ['public.push_subscriptions', '"userAgent"', PUSH_USER_AGENT_MAX],
  ['public.search_words', 'written', SEARCH_WORD_MAX],
  ['public.search_words', 'means', SEARCH_WORD_MAX],
  ['public.profiles', 'display_name', STAFF_NAME_MAX],
  ['staff.factors', 'name', FACTOR_NAME_MAX],
])('the database and the code have one limit for the length of %s.%s', async (table, column, most) => {
  const rules = await sql<{ rule: string }[]>`
    select pg_get_constraintdef(oid) as rule from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`
  const limits = rules.flatMap(({ rule }) => Array.from(rule.matchAll(/length\(([\w"]+)\) <= (\d+)/g)))
  expect(limits.filter(([, name]) => name === column).map(([, , limit]) => Number(limit))).toEqual([most])
})
