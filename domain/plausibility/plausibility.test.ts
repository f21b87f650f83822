import { describe, expect, test } from 'vitest'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { CONTENT_KINDS, kindOfTable } from '#domain/content/registry.ts'
import { newWarnings, warningsOf } from './plausibility.ts'
import type { JudgedNotice, Surroundings } from './warning.ts'

type Row = JudgedNotice['row']

const today = '2026-11-23'
const title = 'SSC CGL 2026'
const nothing: Surroundings = { website: null, similarTitles: [], checks: [] }

/** @returns warnings as 'column: message' */
function warn(table: ContentTable, row: Row, context: { today?: string; surroundings?: Surroundings | null } = {}) {
  const notice = { today, surroundings: nothing, ...context, row: { title, ...row } }
  const found = warningsOf({ ...notice, kind: kindOfTable(table), fields: fieldsOf(table) })
  return found.map(({ field, message }) => `${field}: ${message}`)
}

describe('order of dates', () => {
  const early = '2026-11-10'
  const late = '2026-12-20'

  test.each<[ContentTable, string, string]>([
    ['jobs', 'apply_start_date', 'apply_end_date'],
    ['results', 'apply_start_date', 'apply_end_date'],
    ['results', 'correction_start_date', 'correction_end_date'],
    ['admissions', 'apply_start_date', 'apply_end_date'],
    ['admissions', 'application_start', 'application_end'],
    ['admissions', 'apply_start_date', 'application_end'],
    ['admissions', 'correction_start_date', 'correction_end_date'],
    ['answer_keys', 'objection_start_date', 'objection_end_date'],
    ['admit_cards', 'admit_card_available_date', 'admit_card_download_last_date'],
  ])('in %s the period from %s to %s must not end before it starts', (table, start, end) => {
    expect(warn(table, { [start]: late, [end]: early })).toEqual([expect.stringMatching(`^${end}: .* is before `)])
    expect(warn(table, { [start]: early, [end]: late })).toEqual([])
    expect(warn(table, { [start]: late, [end]: late })).toEqual([])
    expect(warn(table, { [start]: late, [end]: null })).toEqual([])
    expect(warn(table, { [end]: early })).toEqual([])
    expect(warn(table, { [start]: late, [end]: 'To be announced' })).toEqual([])
  })

  test('every column of a kind that ends a period is compared with the one that starts it', () => {
    for (const { table } of CONTENT_KINDS) {
      const fields = Object.keys(fieldsOf(table))
      for (const end of fields.filter((column) => column.endsWith('_end_date'))) {
        const start = end.replace('_end_', '_start_')
        expect(fields).toContain(start)
        expect(warn(table, { [start]: late, [end]: early })[0]).toMatch(`${end}: `)
      }
    }
  })

  test('the message names both dates as the form shows them', () => {
    expect(warn('jobs', { apply_start_date: late, apply_end_date: early })).toEqual([
      'apply_end_date: Last date to apply (10-11-2026) is before Application begins (20-12-2026)',
    ])
  })

  test.each([
    [
      'before the window',
      '2026-11-30',
      ['Last date to pay the fee (30-11-2026) is before Application begins (01-12-2026)'],
    ],
    ['on the first day', '2026-12-01', []],
    ['on the last day', '2026-12-20', []],
    [
      'after the window',
      '2026-12-21',
      ['Last date to pay the fee (21-12-2026) is after Last date to apply (20-12-2026)'],
    ],
    ['not stated', null, []],
  ])('the fee is due %s', (_when, fee_payment_date, expected) => {
    const window = { apply_start_date: '2026-12-01', apply_end_date: '2026-12-20', fee_payment_date }
    const found = expected.map((message) => `fee_payment_date: ${message}`)
    expect(warn('jobs', window)).toEqual(found)
    expect(warn('results', window)).toEqual(
      found.map((line) => line.replace('Application begins', 'Application began')),
    )
    expect(warn('jobs', { fee_payment_date })).toEqual([])
  })

  test.each<[ContentTable, string]>([
    ['jobs', 'exam_date'],
    ['admissions', 'entrance_exam_date'],
    ['results', 'pe_exam_date'],
    ['results', 'pm_pmm_exam_date'],
  ])('in %s the date %s must not be before the last date to apply', (table, exam) => {
    expect(warn(table, { apply_end_date: '2026-12-20', [exam]: '2026-12-19' })).toEqual([
      expect.stringMatching(new RegExp(`^${exam}: .* \\(19-12-2026\\) is before Last date to apply \\(20-12-2026\\)$`)),
    ])
    expect(warn(table, { apply_end_date: '2026-12-20', [exam]: '2026-12-20' })).toEqual([])
    expect(warn(table, { [exam]: '2026-12-19' })).toEqual([])
  })
})

describe('distant dates', () => {
  test.each([
    ['2024-11-22', true],
    ['2024-11-23', false],
    ['2028-11-23', false],
    ['2028-11-24', true],
    ['0026-11-24', true],
  ])('a result of %s is too far from today: %s', (result_date, isDistant) => {
    const found = warn('jobs', { title: 'SSC CGL 2024 2026 2028', result_date })
    expect(found.some((warning) => warning.includes('more than two years away'))).toBe(isDistant)
  })

  test('dates of an old notice are compared with the time at which it was posted', () => {
    const old = { title: 'SSC CGL 2020', exam_date: '2020-03-01' }
    expect(warn('admit_cards', { ...old, post_time: '20/02/2020 9:05 AM' })).toEqual([])
    expect(warn('admit_cards', { ...old, post_time: '01/03/2022 9:05 AM' })).toEqual([])
    expect(warn('admit_cards', { ...old, post_time: '02/03/2022 9:05 AM' })).toHaveLength(1)
    expect(warn('admit_cards', old)).toHaveLength(1)
  })

  test('the post time is a day in India', () => {
    const row = { title: 'SSC CGL 2020', exam_date: '2020-03-01' }
    expect(warn('admit_cards', { ...row, post_time: '2022-03-01T18:29:00Z' })).toEqual([])
    expect(warn('admit_cards', { ...row, post_time: '2022-03-01T18:30:00Z' })).toHaveLength(1)
  })
})

describe('the status of an application that has ended', () => {
  const ended = { apply_end_date: '2026-11-22' }

  test.each([
    ['active', true],
    ['Start', true],
    ['Date Extend', true],
    ['inactive', false],
    ['published', false],
    ['', false],
    [null, false],
  ])('a job with the status %j says that it is open: %s', (status, isOpen) => {
    expect(warn('jobs', { ...ended, status })).toEqual(
      isOpen ? [`apply_end_date: Last date to apply (22-11-2026) has passed, but the status is “${status}”`] : [],
    )
  })

  test('one can apply on the last day, until it ends in India', () => {
    expect(warn('jobs', { apply_end_date: today, status: 'active' })).toEqual([])
    expect(warn('jobs', { apply_end_date: today, status: 'active' }, { today: '2026-11-24' })).toHaveLength(1)
  })

  test('admissions have two columns for the last date, of which the first one counts', () => {
    const open = { apply_end_date: '2026-12-01', application_end: '2026-11-22', status: 'active' }
    expect(warn('admissions', open)).toEqual([])
    expect(warn('admissions', { ...open, apply_end_date: null })).toHaveLength(1)
  })

  test('results report dates of applications that have ended', () => {
    expect(warn('results', { ...ended, status: 'active' })).toEqual([])
  })
})

describe('numbers', () => {
  test.each([
    [30, 18, ['The maximum age (18) is below the minimum age (30)']],
    [18, 18, []],
    [18, 30, []],
    [0, 30, []],
    [null, 18, []],
    [30, null, []],
  ])('ages from %s to %s', (age_min, age_max, expected) => {
    const found = expected.map((message) => `age_max: ${message}`)
    expect(warn('jobs', { age_min, age_max })).toEqual(found)
    expect(warn('admissions', { age_min, age_max })).toEqual(found)
    expect(warn('results', { age_min, age_max })).toEqual([])
  })

  test.each([
    ['the same', [1_000, 250], 1_250, 0],
    ['fewer', [1_000, 249], 1_250, 1],
    ['more', [1_000, 251], 1_250, 1],
    ['fewer, some not stated', [1_000, null], 1_250, 0],
    ['more, some not stated', [1_251, null], 1_250, 1],
    ['not stated', [null, null], 1_250, 0],
    ['without a total', [1_000, 250], null, 0],
    ['none', [], 1_250, 0],
  ])('the posts of the table are %s', (_which, posts, total_posts, warnings) => {
    const post_name = JSON.stringify(posts.map((number, index) => ({ name: `Post ${index}`, posts: number })))
    expect(warn('jobs', { post_name, total_posts })).toHaveLength(warnings)
  })

  test.each([
    ['all, and the same', { general: 40, ews: 10, obc: 27, sc: 15, st: 8, pwd: 4, female: 30 }, 0],
    ['all, and fewer', { general: 40, ews: 10, obc: 27, sc: 15, st: 7 }, 1],
    ['some, and fewer', { general: 40, obc: 27 }, 0],
    ['some, and more', { general: 90, obc: 27 }, 1],
    ['those within others alone', { pwd: 200 }, 0],
    ['none', {}, 0],
  ])('posts by category are stated for %s', (_which, category_vacancies, warnings) => {
    expect(warn('jobs', { category_vacancies, total_posts: 100 })).toHaveLength(warnings)
  })

  test('numbers are written the Indian way', () => {
    expect(warn('jobs', { post_name: '[{"name":"Clerk","posts":100000}]', total_posts: 123456 })).toEqual([
      'total_posts: Posts adds up to 1,00,000, but the total is 1,23,456',
    ])
  })
})

describe('the year in the title', () => {
  const noYear = 'title: The title names no year'

  test.each<[ContentTable, string, Row, string[]]>([
    ['jobs', 'SSC CGL', {}, [noYear]],
    ['jobs', 'SSC CGL 2026', {}, []],
    ['jobs', 'SSC CGL २०२६', {}, []],
    ['jobs', 'AFCAT 01/2026', {}, []],
    ['jobs', 'SSC CGL 2,026 posts', {}, [noYear]],
    ['jobs', 'SSC CGL 12026', {}, [noYear]],
    ['jobs', 'Phone 202620', {}, [noYear]],
    ['jobs', 'Form d2026bd6', {}, [noYear]],
    ['jobs', 'CUET2026', {}, []],
    ['jobs', 'SSC CGL 2025', {}, ['title: The title says 2025, but the dates are of 2026']],
    ['jobs', 'SSC CGL 2025', { apply_start_date: '2025-12-30', apply_end_date: '2026-01-20' }, []],
    ['jobs', 'SSC CGL 2025-26', {}, []],
    ['jobs', 'SSC CGL 2024-25', {}, ['title: The title says 2024, 2025, but the dates are of 2026']],
    ['jobs', 'SSC CGL 2027', {}, []],
    [
      'jobs',
      'SSC CGL 2027',
      { apply_start_date: '2026-06-30' },
      ['title: The title says 2027, but the dates are of 2026'],
    ],
    ['jobs', 'SSC CGL 2027', { apply_start_date: '2026-07-01' }, []],
    ['jobs', 'SSC CGL 2028', {}, ['title: The title says 2028, but the dates are of 2026']],
    ['jobs', 'RRB 2006 Posts 2026', {}, []],
    ['jobs', 'SSC CGL 2026', { age_as_on: '2025-01-01', exam_date: '2026-12-01' }, []],
    ['jobs', 'SSC CGL 2025', { age_as_on: '2025-01-01', exam_date: '2026-12-01' }, [expect.stringMatching('2025')]],
    ['results', 'SSC CGL 2025 Result', { result_date: '2026-11-01' }, []],
    ['results', 'SSC CGL 2024 Result', { result_date: '2026-11-01' }, []],
    ['results', 'SSC CGL 2023 Result', { result_date: '2026-11-01' }, [expect.stringMatching('2023')]],
    ['documents', 'Format of the OBC certificate', {}, []],
    ['syllabus', 'SSC CGL Syllabus', {}, []],
  ])('%s “%s” with %j', (table, named, row, expected) => {
    expect(warn(table, { ...row, title: named })).toEqual(expected)
  })

  test('an empty title is no title without a year', () => {
    expect(warn('jobs', { title: ' ' })).toEqual([])
    expect(warn('jobs', { title: null })).toEqual([])
  })
})

describe('what the database knows', () => {
  test('a title that is nearly that of another notice is named', () => {
    const surroundings = { ...nothing, similarTitles: ['SSC CHSL 2026', 'Recruitment SSC CGL 2026'] }
    expect(warn('jobs', {}, { surroundings })).toEqual([
      'title: The organization already has a notice “Recruitment SSC CGL 2026”',
    ])
  })

  test('only a link that failed on two days is dead', () => {
    const link = 'https://ssc.gov.in/a'
    const check = { link, outcome: 'fails' as const, status: 404, reason: null, checked_at: '2026-11-22T18:30:00Z' }
    const found = (failing_since: string, more: object = {}) =>
      warn(
        'jobs',
        { notification_link: link },
        { surroundings: { ...nothing, checks: [{ ...check, failing_since, ...more }] } },
      )
    expect(found('2026-11-22T18:29:59Z')).toEqual(['notification_link: Notification link is dead: answers 404'])
    expect(found('2026-11-22T18:30:00Z')).toEqual([])
    expect(found('2026-11-20T18:30:00Z', { outcome: 'unknown' })).toEqual([])
    expect(found('2026-11-20T18:30:00Z', { link: `${link}/other` })).toEqual([])
  })

  test('while it is not known, nothing is said that depends on it', () => {
    expect(warn('jobs', { apply_link: 'https://example.org/' }, { surroundings: null })).toEqual([])
  })
})

test('a kind without dates, numbers and links has no warnings, whatever a row holds', () => {
  const row = { apply_start_date: '2026-12-01', apply_end_date: '2026-11-01', age_min: 30, age_max: 18, total_posts: 3 }
  expect(warn('syllabus', { ...row, title: 'Syllabus', apply_link: 'https://example.org/' })).toEqual([])
})

test('warnings are in the order of the form', () => {
  const row = {
    title: 'SSC CGL',
    apply_start_date: '2026-12-01',
    apply_end_date: '2026-11-24',
    age_min: 30,
    age_max: 18,
  }
  expect(warn('jobs', { ...row, apply_link: 'https://example.org/' }).map((line) => line.split(':')[0])).toEqual([
    'title',
    'apply_end_date',
    'age_max',
    'apply_link',
  ])
})

test('a warning is new unless the same one was there about the same values', () => {
  const [a, b, c] = [
    { field: 'title', message: 'One' },
    { field: 'title', message: 'Two' },
    { field: 'slug', message: 'One' },
  ] as const
  expect(newWarnings([a, b, c], [a])).toEqual([b, c])
  expect(newWarnings([a], [])).toEqual([a])
})
