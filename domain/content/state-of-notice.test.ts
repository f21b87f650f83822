import { expect, test } from 'vitest'
import type { NoticeFacts } from './notice.ts'
import { stateOfNotice } from './state-of-notice.ts'

const posted = '2026-11-20T04:00:00+00:00'
const job: NoticeFacts = {
  table: 'jobs',
  id: 7,
  slug: 'ssc-cgl',
  title: 'SSC CGL',
  status: 'Start',
  created_at: posted,
  posted_at: posted,
  updated_at: posted,
  organization: 'SSC',
  apply_start_date: '2026-11-20',
  apply_end_date: '2026-11-25',
  apply_link: 'https://apply.example/',
  notification_link: 'javascript:alert(1)',
  official_website: 'https://ssc.example/',
}
const state = (today: string, fields: Partial<NoticeFacts> = {}) => stateOfNotice({ ...job, ...fields }, today)

test('the state of a notice has what its page shows, in the words of its page', () => {
  expect(state('2026-11-22')).toMatchObject({
    id: 'jobs:7',
    path: '/jobs/ssc-cgl',
    isPartial: false,
    kind: 'Job',
    title: 'SSC CGL',
    organization: 'SSC',
    status: 'Start',
    badge: { label: 'Start', look: 'start', icon: 'play' },
    links: [
      { label: 'Apply online', href: 'https://apply.example/' },
      { label: 'Official website', href: 'https://ssc.example/' },
    ],
  })
  expect(state('2026-11-22').dates).toContainEqual({
    label: 'Last date to apply',
    day: '2026-11-25',
    text: '25-11-2026',
    isDeadline: true,
  })
  expect(state('2026-11-22').dates).toContainEqual({
    label: 'Exam date',
    day: null,
    text: 'To be announced',
    isDeadline: false,
  })
})

test('the link to apply is there only while one can apply', () => {
  const labels = (today: string) => state(today).links.map(({ label }) => label)
  expect(labels('2026-11-25')).toContain('Apply online')
  expect(labels('2026-11-26')).not.toContain('Apply online')
  expect(labels('2026-11-19')).not.toContain('Apply online')
})

test('a result has its apply link beside the result, unless they are the same', () => {
  const links = (apply_link: string) =>
    state('2026-11-25', { table: 'results', result_pdf_url: 'https://result.example/', apply_link }).links
  const [result, website] = [
    { label: 'Result', href: 'https://result.example/' },
    { label: 'Official website', href: 'https://ssc.example/' },
  ]
  expect(links('https://apply.example/')).toEqual([
    result,
    { label: 'Application website', href: 'https://apply.example/' },
    website,
  ])
  expect(links('https://result.example/')).toEqual([result, website])
})
