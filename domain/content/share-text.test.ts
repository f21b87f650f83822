import { expect, test } from 'vitest'
import type { ContentTable } from './content-kind.ts'
import type { Notice } from './notice.ts'
import { kindOfTable } from './registry.ts'
import { shareText } from './share-text.ts'

const today = '2026-11-22'
const url = 'https://suchana.example/jobs/ssc-cgl'

function textOf(table: ContentTable, fields: Partial<Notice>): string[] {
  const notice: Notice = {
    id: 1,
    slug: 'ssc-cgl',
    title: 'SSC CGL 2026',
    status: 'active',
    created_at: '2026-11-20T06:30:00+00:00',
    posted_at: '2026-11-20T06:30:00+00:00',
    updated_at: '2026-11-20T06:30:00+00:00',
    organization: { name: 'Staff Selection Commission (SSC)', slug: 'ssc', website_url: null, logo_url: null },
    category: null,
    ...fields,
  }
  return shareText(kindOfTable(table), notice, { today, url }).split('\n')
}

const job: Partial<Notice> = {
  total_posts: 14582,
  apply_start_date: '2026-11-01',
  apply_end_date: '2026-11-27',
  apply_link: 'https://ssc.gov.in/apply',
  exam_date: '2027-01-15',
  fee_general: 100,
  fee_sc_st: 0,
}

test('the text for groups has title, posts, last date, fee and link', () => {
  expect(textOf('jobs', job)).toEqual([
    '*SSC CGL 2026*',
    'Staff Selection Commission (SSC)',
    'Applications open',
    'Posts: 14,582',
    'Last date: *27-11-2026* (in 5 days)',
    'Exam date: 15-01-2027',
    'Fee: General/OBC ₹100, SC/ST/EWS Free',
    '',
    url,
  ])
})

test('dates on the same day are all named', () => {
  const day = '2026-11-27'
  expect(textOf('jobs', { ...job, apply_start_date: day, apply_end_date: day, exam_date: day }).slice(4, 7)).toEqual([
    'Last date: *27-11-2026* (in 5 days)',
    'Application begins: 27-11-2026',
    'Exam date: 27-11-2026',
  ])
})

test('a closed job says so', () => {
  const lines = textOf('jobs', { ...job, apply_end_date: '2026-11-20' })
  expect(lines).toContain('Applications Closed')
  expect(lines).toContain('Last date: *20-11-2026* (2 days ago)')
})

test('an admit card names its dates to come, and no last date', () => {
  expect(textOf('admit_cards', { status: 'Out', exam_date: '2026-12-01', exam_city_date: '2026-11-01' })).toEqual([
    '*SSC CGL 2026*',
    'Staff Selection Commission (SSC)',
    'Admit card out',
    'Exam date: 01-12-2026',
    '',
    url,
  ])
})

test('the nearest dates are named, in whichever rows they are', () => {
  const dates = { exam_city_date: '2026-12-20', admit_card_available_date: '2026-12-18', exam_date: '2026-12-24' }
  expect(textOf('admit_cards', { status: 'Out', ...dates, exam_shift_date: '2026-12-22' }).slice(3, 5)).toEqual([
    'Admit card available: 18-12-2026',
    'Exam city slip: 20-12-2026',
  ])
})

test.each([
  ['यूपी पुलिस कांस्टेबल भर्ती 2026', '*यूपी पुलिस कांस्टेबल भर्ती 2026*'],
  ['Group *D* ~new~ `x` a_b ', '*Group D new x a b*'],
  ['Two\nlines', '*Two lines*'],
])('the title %j is bold as %s', (title, bold) => {
  expect(textOf('jobs', { title })[0]).toBe(bold)
})

test('a notice with a title alone is its title and its link', () => {
  expect(textOf('documents', { organization: null })).toEqual(['*SSC CGL 2026*', '', url])
})
