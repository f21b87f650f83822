import { expect, test } from 'vitest'
import { notificationAbout } from './notification-draft.ts'

const notice = { title: 'SSC CGL 2026', slug: 'ssc-cgl-2026' }

test.each([
  ['jobs', 'newJobs', '/jobs/ssc-cgl-2026'],
  ['results', 'results', '/results/ssc-cgl-2026'],
  ['admit_cards', 'admitCards', '/admit-cards/ssc-cgl-2026'],
  ['answer_keys', 'answerKeys', '/answer-keys/ssc-cgl-2026'],
  ['admissions', 'generalUpdates', '/admissions/ssc-cgl-2026'],
  ['documents', 'generalUpdates', '/documents/ssc-cgl-2026'],
  ['syllabus', 'generalUpdates', '/syllabus/ssc-cgl-2026'],
] as const)('a notification about one of %s has the category %s and opens %s', (table, category, url) => {
  expect(notificationAbout(table, notice)).toMatchObject({ title: notice.title, category, url })
})

test('the body contains the last date when there is one', () => {
  expect(notificationAbout('jobs', { ...notice, apply_end_date: '2026-12-31' }).body).toBe('Apply by 31-12-2026.')
  expect(notificationAbout('jobs', notice).body).toBe('New government job notification available!')
  expect(notificationAbout('admissions', { ...notice, apply_end_date: '2026-12-31' }).body).toMatch(
    /Apply by 31-12-2026\.$/,
  )
})

test('a long title is cut to the limit of a notification', () => {
  expect(notificationAbout('jobs', { ...notice, title: 'x'.repeat(100) }).title).toBe('x'.repeat(100))
  expect(notificationAbout('jobs', { ...notice, title: 'x'.repeat(101) }).title).toBe(`${'x'.repeat(99)}…`)
})
