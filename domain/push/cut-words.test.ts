import { expect, test } from 'vitest'
import { cutWords } from './cut-words.ts'

test.each([
  ['SSC CGL 2026', 12, 'SSC CGL 2026', ''],
  ['  SSC   CGL 2026 ', 12, 'SSC CGL 2026', ''],
  ['SSC CGL 2026 for 17727 posts', 20, 'SSC CGL 2026 for 17…', '17727 posts'],
  ['SSC CGL 2026 for 17727 posts', 17, 'SSC CGL 2026 for…', '17727 posts'],
  ['SSCCGL2026', 5, 'SSCC…', 'SSCCGL2026'],
  ['', 5, '', ''],
])('%j, of which %d characters fit, is shown as %j without %j', (text, most, shown, rest) => {
  expect(cutWords(text, most)).toEqual({ shown, rest })
})

test('a character of two units is never cut in half', () => {
  expect(cutWords('👩👩👩', 4)).toEqual({ shown: '👩…', rest: '👩👩👩' })
})
