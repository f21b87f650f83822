import { expect, test } from 'vitest'
import { linesOf, pastedLines } from './pasted-lines.ts'

test.each([
  ['degrees', 'B. Ed. mark sheet\nM. Tech degree', ['B. Ed. mark sheet', 'M. Tech degree']],
  ['a degree after its heading', 'Documents:\nB. Ed. mark sheet', ['Documents:', 'B. Ed. mark sheet']],
  ['initials', 'A. K. Sharma\nC. V. Raman', ['A. K. Sharma', 'C. V. Raman']],
  ['numbers that do not count', '10. mark sheet\n12. mark sheet', ['10. mark sheet', '12. mark sheet']],
  ['numbers', '1. Written test\n2) Interview\n\n(3) Medical', ['Written test', 'Interview', 'Medical']],
  ['the rest of a numbered list', '9. Photo\r\n10. Signature', ['Photo', 'Signature']],
  ['numbers under a heading', 'Documents:\n1. Photo\n2. B. Ed. degree', ['Documents:', 'Photo', 'B. Ed. degree']],
  ['letters', 'a) Photo\nb) Signature\nc) C. V.', ['Photo', 'Signature', 'C. V.']],
  ['Roman numerals', '(i) Photo\n(ii) Signature\n(iii) Form', ['Photo', 'Signature', 'Form']],
  ['bullets', '• Photo\n- B. Ed. degree', ['Photo', 'B. Ed. degree']],
])('pasted lines: %s', (_what, text, lines) => {
  expect(pastedLines(text)).toEqual(lines)
})

test('a text of more than 1,000 lines does not become lines', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `Post ${index + 1}\t7`)
  expect(linesOf(lines(1_000).join('\n\n'))).toEqual(lines(1_000))
  expect(linesOf(lines(1_001).join('\n'))).toEqual([])
  expect(pastedLines(lines(1_001).join('\n'))).toEqual([])
})
