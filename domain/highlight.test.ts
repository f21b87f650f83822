import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded } from './folded.ts'
import { highlight } from './highlight.ts'

/** Matches in square brackets. */
const shown = (title: string, text: string) =>
  highlight(title, text)
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join('')

test.each([
  ['SSC CGL Result', 'ssc', '[SSC] CGL Result'],
  ['SSC CGL Result', 'result', 'SSC CGL [Result]'],
  ['SSC CGL, SSC MTS', 'ssc', '[SSC] CGL, [SSC] MTS'],
  ['aaaa', 'aa', '[aaaa]'],
  ['SSC CGL', 'upsc', 'SSC CGL'],
  ['SSC CGL', '', 'SSC CGL'],
  ['', 'ssc', ''],
  ['100% free_text (a+b) [x] \\d', '% free_text (a+b) [x] \\d', '100[% free_text (a+b) [x] \\d]'],
  ['a.c abc', 'a.c', '[a.c] abc'],
  ['<b>bold</b>', '<b>', '[<b>]bold</b>'],
])('matches are marked: %j, searched for %j', (title, text, expected) => expect(shown(title, text)).toBe(expected))

test.each([
  ['यूपी पुलिस भर्ती', 'पुलिस', 'यूपी [पुलिस] भर्ती'],
  ['यूपी पुलिस भर्ती', 'भर्ती', 'यूपी पुलिस [भर्ती]'],
  ['a vowel sign stays on its letter: पुलिस', 'प', 'a vowel sign stays on its letter: [पु]लिस'],
  ['a conjunct stays whole: क्षमा', 'क', 'a conjunct stays whole: [क्ष]मा'],
  ['काम', 'ाम', '[काम]'],
  ['👩‍💻 आवेदन', '👩', '[👩‍💻] आवेदन'],
  ['🇮🇳🇮🇱', '🇮🇳', '[🇮🇳]🇮🇱'],
  ['e\u0301cole', 'e', 'e\u0301col[e]'],
])('no highlight ends inside a letter: %j, searched for %j', (title, text, expected) =>
  expect(shown(title, text)).toBe(expected),
)

test.each([
  ['İzmir 2026', 'zmir', 'İ[zmir] 2026'],
  ['İzmir 2026', '2026', 'İzmir [2026]'],
  ['ΟΔΟΣ Α', 'οδοσ', '[ΟΔΟΣ] Α'],
  ['Straße', 'STRASS', 'Straße'],
  ['ÉCOLE', 'école', '[ÉCOLE]'],
])('case is folded letter by letter: %j, searched for %j', (title, text, expected) =>
  expect(shown(title, text)).toBe(expected),
)

test.each([
  ['ब\u095cा सहायक', 'बड\u093cा', '[ब\u095cा] सहायक'],
  ['बड\u093cा सहायक', 'ब\u095cा', '[बड\u093cा] सहायक'],
  ['बड\u093cा ब\u095cा सहायक', 'सहायक', 'बड\u093cा ब\u095cा [सहायक]'],
  ['\u095cक', 'ड', '[\u095c]क'],
  ['cafe\u0301 du', 'CAFÉ', '[cafe\u0301] du'],
  ['café du', 'cafe\u0301 d', '[café d]u'],
  ['\u1112\u1161\u11ab한 a', '한', '[\u1112\u1161\u11ab한] a'],
])('a letter is found whatever code points it is written with: %j, searched for %j', (title, text, expected) =>
  expect(shown(title, text)).toBe(expected),
)

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'A',
      ' ',
      'İ',
      'ß',
      'क',
      '्',
      'ष',
      'ड',
      '\u095c',
      '\u093c',
      'e',
      'é',
      '\u0301',
      'ि',
      '\u200d',
      '👩',
      '💻',
      '\u{1f1ee}',
    ),
  }),
)

test('the pieces joined are the title, and every occurrence of the text is in a marked piece', () => {
  fc.assert(
    fc.property(text, text, text, (before, sought, after) => {
      const title = before + sought + after
      // At its ends the text may combine with what stands beside it, and is then another one.
      fc.pre(folded(title).includes(folded(sought)))
      const pieces = highlight(title, sought)
      expect(pieces.map((piece) => piece.text).join('')).toBe(title)
      for (const [index, piece] of pieces.entries()) {
        expect(piece.text).not.toBe('')
        expect(piece.isMatch).not.toBe(pieces[index + 1]?.isMatch)
      }
      const marked = pieces.filter(({ isMatch }) => isMatch).map((piece) => folded(piece.text))
      expect(marked.some((piece) => piece.includes(folded(sought)))).toBe(sought !== '')
    }),
    { numRuns: 1_000 },
  )
})

test('a title without the text is one unmarked piece', () => {
  fc.assert(
    fc.property(text, (title) => {
      fc.pre(title !== '')
      expect(highlight(title, '\u{10fffd} not there')).toEqual([{ text: title, isMatch: false }])
    }),
  )
})
