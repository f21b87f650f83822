import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEARCH_TEXT_MAX } from './limits.ts'
import { closeCountLine, countLine, isSearchable, searchText } from './search-text.ts'

test.each([
  ['  ssc cgl ', 'ssc cgl'],
  ['', ''],
  [' \t\n ', ''],
  ['a\0b', 'ab'],
  ['a\u0001\u000b\u001fb\ufffe\u{1ffff}', 'ab'],
  ['\0', ''],
  ['\ud83d', ''],
  ['x\ude00y', 'xy'],
  ['😀', '😀'],
  [`% _ , ( ) " ' \\ *`, `% _ , ( ) " ' \\ *`],
  ['भर्ती', 'भर्ती'],
  ['ब\u095cा', 'बड\u093cा'],
  ['बड\u093cा', 'बड\u093cा'],
  ['cafe\u0301', 'caf\u00e9'],
  ['e\ud800\u0301', '\u00e9'],
  ['x'.repeat(5_000), 'x'.repeat(SEARCH_TEXT_MAX)],
  ['😀'.repeat(5_000), '😀'.repeat(SEARCH_TEXT_MAX)],
])('the text %j is searched as %j', (typed, text) => expect(searchText(typed)).toBe(text))

test('every search text is valid in the database, and cleaning it again changes nothing', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ maxLength: 300 }).map((s) => `\ud800${s}\0`),
  )
  fc.assert(
    fc.property(typed, (anything) => {
      const text = searchText(anything)
      expect(text).not.toContain('\0')
      expect(text.isWellFormed()).toBe(true)
      expect(text).toBe(text.trim())
      expect(Array.from(text).length).toBeLessThanOrEqual(SEARCH_TEXT_MAX)
      expect(searchText(text)).toBe(text)
    }),
  )
})

test.each([
  ['', false],
  ['s', false],
  ['😀', false],
  ['ss', true],
  ['😀😀', true],
  ['कि', true],
])('the text %j is long enough to be searched: %s', (text, expected) => expect(isSearchable(text)).toBe(expected))

test.each([
  [0, undefined, '0 results for "x"'],
  [1, undefined, '1 result for "x"'],
  [5, undefined, '5 results for "x"'],
  [5, 'Admit Cards', '5 results for "x" in Admit Cards'],
  [9125, undefined, '9,125 results for "x"'],
  [10_001, 'Latest Jobs', '10,000+ results for "x" in Latest Jobs'],
  [14_000, undefined, '10,000+ results for "x"'],
])('the line for %d results in %s: %s', (count, label, line) => expect(countLine(count, 'x', label)).toBe(line))

test.each([
  [1, undefined, '1 close match for "x"'],
  [5, 'Admit Cards', '5 close matches for "x" in Admit Cards'],
])('the line for %d close matches in %s: %s', (count, label, line) => {
  expect(closeCountLine(count, 'x', label)).toBe(line)
})
