import { describe, expect, test } from 'vitest'
import { noticeChanges } from './changes.ts'
import { notice } from '#test/fakes/saved-notices.ts'

const dates = (...rows: [label: string, text: string][]) =>
  rows.map(([label, text]) => {
    const day = /^\d\d-\d\d-\d{4}$/.test(text) ? text.split('-').toReversed().join('-') : null
    return { label, day, text, isDeadline: false }
  })

test.each([
  ['nothing', {}, {}, []],
  ['the title', { title: 'SSC CGL' }, { title: 'SSC CGL 2026' }, ['Title: SSC CGL → SSC CGL 2026']],
  ['the status', { status: 'Start' }, { status: 'Date Extend' }, ['Status: Start → Date Extend']],
  ['a status that was empty', { status: null }, { status: 'Out' }, ['Status: not stated → Out']],
  [
    'a date',
    { dates: dates(['Last date', '10-11-2026'], ['Exam', '01-12-2026']) },
    { dates: dates(['Exam', '01-12-2026'], ['Last date', '17-11-2026']) },
    ['Last date: 10-11-2026 → 17-11-2026'],
  ],
  [
    'a date that is announced',
    { dates: dates(['Exam', 'To be announced']) },
    { dates: dates(['Exam', '01-12-2026']) },
    ['Exam: To be announced → 01-12-2026'],
  ],
  ['a date that is new', {}, { dates: dates(['Exam', '01-12-2026']) }, ['Exam: not stated → 01-12-2026']],
  ['a date that is gone', { dates: dates(['Exam', '01-12-2026']) }, {}, ['Exam: 01-12-2026 → not stated']],
  [
    'a fee',
    { fees: [{ label: 'SC/ST', text: 'Free' }] },
    { fees: [{ label: 'SC/ST', text: '₹100' }] },
    ['Fee SC/ST: Free → ₹100'],
  ],
  [
    'links',
    {
      links: [
        { label: 'Result', href: 'https://a.example/' },
        { label: 'Apply online', href: 'https://b.example/' },
      ],
    },
    {
      links: [
        { label: 'Result', href: 'https://c.example/' },
        { label: 'Answer key', href: 'https://d.example/' },
      ],
    },
    ['Changed link: Result', 'New link: Answer key'],
  ],
  ['the badge and the organization alone', { badge: null }, { organization: 'UPSC' }, []],
])('changes of %s', (_what, before, now, expected) => {
  expect(noticeChanges(notice(before), notice(now))).toEqual(expected)
})

describe('a state that was read from a row', () => {
  const row = (fields: object) => notice({ isPartial: true, status: null, fees: [], links: [], ...fields })
  const full = notice({
    status: 'Start',
    dates: dates(['Last date', '17-11-2026'], ['Exam', '01-12-2026'], ['Result', 'To be announced']),
    fees: [{ label: 'General', text: '₹100' }],
    links: [{ label: 'Apply online', href: 'https://a.example/' }],
  })

  test.each([
    ['has no date', [], []],
    ['has the same date', dates(['Last date', '17-11-2026']), []],
    ['has an earlier date', dates(['Last date', '10-11-2026']), ['Last date: 10-11-2026 → 17-11-2026']],
    ['had no day yet', dates(['Last date', 'To be announced']), ['Last date: To be announced → 17-11-2026']],
    ['has another text for an unknown day', dates(['Result', 'Soon']), []],
    ['has a date that the notice does not name', dates(['Counselling', '01-11-2026']), []],
  ])('a state that was read from a row is compared where it has something: %s', (_what, own, expected) => {
    expect(noticeChanges(row({ dates: own }), full)).toEqual(expected)
  })

  test('a state that was read from a row has a title to compare', () => {
    expect(noticeChanges(row({ title: 'Old' }), full)).toEqual(['Title: Old → SSC CGL'])
  })
})
