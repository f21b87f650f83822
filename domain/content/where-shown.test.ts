import { expect, test } from 'vitest'
import { shownBadge } from './badge.ts'
import { kindOfTable } from './registry.ts'
import type { ContentTable } from './content-kind.ts'
import type { NoticePlan, PublicationState } from './publication.ts'
import { whereShown } from './where-shown.ts'

const today = '2026-11-23'
const midnight = '2026-11-23T18:30:00.000Z'
const evening = '2026-11-30T11:30:00.000Z'

type Times = Partial<Pick<NoticePlan, 'publish_at' | 'hide_at'>>

test.each<[table: ContentTable, state: PublicationState, status: string | null, times: Times, line: string]>([
  [
    'jobs',
    'published',
    'active',
    {},
    'On Latest Jobs, in search and in its section of the home page; its badge reads "New".',
  ],
  [
    'jobs',
    'published',
    'Date Extend',
    {},
    'On Latest Jobs and in search; not in the home section, which shows "active" only; its badge reads "Date Extend".',
  ],
  [
    'jobs',
    'published',
    null,
    {},
    'On Latest Jobs and in search; not in the home section, which shows "active" only; its badge reads "New".',
  ],
  [
    'results',
    'published',
    'published',
    { hide_at: evening },
    'On Results, in search and in its section of the home page until 30-11-2026 5:00 PM; its badge reads "Out".',
  ],
  [
    'syllabus',
    'published',
    'active',
    {},
    'On Syllabus and in search; the home page has no section for it; its badge reads "New".',
  ],
  [
    'admit_cards',
    'scheduled',
    'Soon',
    { publish_at: midnight, hide_at: evening },
    'From 24-11-2026 12:00 AM until 30-11-2026 5:00 PM on Admit Cards, in search and in its section of the home page; its badge reads "Soon". Until then only staff see it.',
  ],
  [
    'jobs',
    'scheduled',
    'active',
    {},
    'From the time to publish on Latest Jobs, in search and in its section of the home page; its badge reads "New". Until then only staff see it.',
  ],
  [
    'documents',
    'draft',
    'active',
    {},
    'Only staff see it. Once published it is on Documents, in search and in its section of the home page; its badge reads "Document".',
  ],
  ['jobs', 'hidden', 'Start', {}, 'Only staff see it: its page, lists, search and feeds do not show it.'],
])('%s, %s, %s: %o', (table, state, status, times, line) => {
  const kind = kindOfTable(table)
  const badge = shownBadge(kind, { status, posted_at: '2026-11-23T05:00:00Z' }, today)
  expect(whereShown(kind, { state, status, publish_at: null, hide_at: null, ...times }, badge)).toBe(line)
})

test('an old notice without a badge says so', () => {
  const kind = kindOfTable('jobs')
  const badge = shownBadge(kind, { status: 'active', posted_at: '2026-01-01T05:00:00Z' }, today)
  const plan: NoticePlan = { state: 'published', status: 'active', publish_at: null, hide_at: null }
  expect(whereShown(kind, plan, badge)).toMatch(/; it has no badge\.$/)
})
