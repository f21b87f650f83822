import { expect, test } from 'vitest'
import { SEARCH_MARKS, unknownMark } from './search-marks.ts'

test('marks are kinds, qualifications and all notices', () => {
  expect(SEARCH_MARKS).toEqual(expect.arrayContaining(['#jobs', '#admit_cards', '#10th', '#professional', '#all']))
})

test.each([
  ['#results', null],
  [' #Results ', null],
  ['results', null],
  ['#result', '#result'],
  ['#', '#'],
])('%j', (means, unknown) => expect(unknownMark(means)).toBe(unknown))
