import { expect, test } from 'vitest'
import { cutLink, cutText, shortName } from './cell-text.ts'

test.each([
  ['', ''],
  ['a'.repeat(99), 'a'.repeat(99)],
  ['a'.repeat(100), 'a'.repeat(100)],
  ['a'.repeat(101), `${'a'.repeat(100)}…`],
  ['🚆'.repeat(100), '🚆'.repeat(100)],
  ['🚆'.repeat(101), `${'🚆'.repeat(100)}…`],
])('the cell text %j is shown as %j', (text, shown) => expect(cutText(text)).toBe(shown))

test.each([
  [`https://a.in/${'b'.repeat(37)}`, `https://a.in/${'b'.repeat(37)}`],
  [`https://a.in/${'b'.repeat(38)}`, `https://a.in/${'b'.repeat(37)}…`],
])('the link %j is shown as %j', (address, shown) => expect(cutLink(address)).toBe(shown))

test.each([
  ['Union Public Service Commission (UPSC)', 'UPSC'],
  ['Railway Recruitment Boards (RRB) ', 'RRB'],
  ['Indian Air Force', 'Indian Air Force'],
  ['Board (North) of Trade', 'Board (North) of Trade'],
  ['Board of Trade (formerly the Board of Commerce)', 'Board of Trade (formerly the Board of Commerce)'],
])('the short name of %j is %j', (name, short) => expect(shortName(name)).toBe(short))
