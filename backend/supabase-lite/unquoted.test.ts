import { expect, test } from 'vitest'
import { readUnquoted } from './unquoted.ts'

function unquoted(text: string): string {
  let outside = ''
  readUnquoted(text, (character) => (outside += character))
  return outside
}

test.each([
  ['a,"b,c",d', 'a,,d'],
  [String.raw`a"\"(",b`, 'a,b'],
  [String.raw`a"\\",b`, 'a,b'],
  [String.raw`a\"b"c`, String.raw`a\c`],
  ['a,"b,c', 'a,'],
  [String.raw`"\",a(b`, ''],
  [String.raw`"\ `.trim(), ''],
  ['', ''],
])('%s has the unquoted characters "%s"', (text, expected) => {
  expect(unquoted(text)).toBe(expected)
})

test('positions are those in the whole text', () => {
  const found: [string, number][] = []
  readUnquoted('"a"(b', (character, index) => found.push([character, index]))
  expect(found).toEqual([
    ['(', 3],
    ['b', 4],
  ])
})
