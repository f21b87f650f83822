import { expect, test } from 'vitest'
import { containsWords } from './folded.ts'

test.each([
  ['State Bank of India', 'india  BANK', true],
  ['State Bank of India', 'india banks', false],
  ['State Bank of India', ' ', true],
  ['State Bank of India', 'of i', true],
  ['State Bank of India', 'at', false],
  ['State Bank (UP)', 'up', true],
  ['State Bank 100%', '0%', true],
  ['ब\u095Cौदा बैंक', 'बैंक बड\u093Cौदा', true],
])('%j contains the words of %j: %s', (text, words, expected) => {
  expect(containsWords(text, words)).toBe(expected)
})
