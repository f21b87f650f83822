import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { isTooDeep } from './json-depth.ts'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test.each([
  ['a row', '{"title": "A", "selection_process": ["Test", {"name": "Interview"}]}', false],
  ['64 levels', nested(64), false],
  ['65 levels', nested(65), true],
  ['a million levels', nested(1_000_000), true],
  ['objects', '{"a":'.repeat(65), true],
  ['many values beside each other', `[${'[],'.repeat(100_000)}[]]`, false],
  ['brackets in a text', JSON.stringify({ text: '['.repeat(1_000) + '\\"' + '{'.repeat(1_000) }), false],
  ['no JSON', 'title', false],
])('JSON with %s', (_what, json, expected) => {
  expect(isTooDeep(json)).toBe(expected)
})

// Each "\\"" could begin a text: looking for the end of every one took minutes. The limit ends what takes longer.
test.each([
  ['one text that does not end', `"${'\\"'.repeat(1_000_000)}`],
  ['one text that ends with its escape', `"${'\\"'.repeat(1_000_000)}\\`],
  ['a million texts', '"'.repeat(2_000_001)],
])('2 MB of %s are read in one pass', (_what, json) => {
  const isDeep: unknown = runInContext('isTooDeep(json)', createContext({ isTooDeep, json }), { timeout: 10_000 })
  expect(isDeep).toBe(false)
})
