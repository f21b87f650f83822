import { expect, test } from 'vitest'
import { titleSize } from './title-size.ts'

test.each([
  [0, undefined],
  [75, undefined],
  [76, 'long'],
  [125, 'long'],
  [126, 'very-long'],
])('a title of %i letters: %s', (letters, size) => expect(titleSize('x'.repeat(letters))).toBe(size))
