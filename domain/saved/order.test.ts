import { expect, test } from 'vitest'
import { saved } from '#test/fakes/saved-notices.ts'
import { dateLine, nextDate, savedGroups } from './order.ts'

const TODAY = '2026-11-22'

test.each([
  ['the nearest date', { Exam: '2026-12-20', 'Last date': '2026-11-25' }, 'Last date in 3 days'],
  ['a date of today', { Exam: '2026-11-22', Result: '2026-12-01' }, 'Exam today'],
  ['the deadline among dates of one day', { Fee: '2026-11-23', 'Last date': '2026-11-23' }, 'Last date tomorrow'],
  ['no date that has passed', { 'Last date': '2026-11-21' }, null],
  ['nothing without dates', {}, null],
])('the next date of a notice is %s', (_what, dates, expected) => {
  const next = nextDate(saved({}, dates).state, TODAY)
  expect(next && dateLine(next, TODAY)).toBe(expected)
})

test('saved notices are in groups, the nearest date first and passed ones below', () => {
  const groups = savedGroups(
    [
      saved({ note: 'passed long ago' }, { Exam: '2026-01-01' }),
      saved({ note: 'undated, saved first', savedAt: 1 }),
      saved({ note: 'withdrawn', isWithdrawn: true }, { Exam: '2026-11-23' }),
      saved({ note: 'later' }, { 'Last date': '2026-11-01', Exam: '2027-01-01' }),
      saved({ note: 'passed' }, { Exam: '2026-11-21' }),
      saved({ note: 'undated, saved last', savedAt: 2 }),
      saved({ note: 'next' }, { Result: '2026-11-24' }),
    ],
    TODAY,
  )
  expect(groups.map(({ heading, notices }) => [heading, ...notices.map(({ note }) => note)])).toEqual([
    ['Next dates', 'next', 'later'],
    ['Without a date', 'undated, saved last', 'undated, saved first'],
    ['Dates have passed', 'passed', 'passed long ago'],
    ['No longer on this site', 'withdrawn'],
  ])
  expect(savedGroups([], TODAY)).toEqual([])
})
