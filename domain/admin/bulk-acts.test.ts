import { describe, expect, test } from 'vitest'
import {
  actsOf,
  changeOf,
  changesAnything,
  consequencesOf,
  statusText,
  type BulkAct,
  type BulkRow,
} from './bulk-acts.ts'
import { tabOfTable } from './tabs.ts'
import type { NoticePlan } from '#domain/content/publication.ts'

const jobs = tabOfTable('jobs')
const row = (values: Partial<BulkRow> = {}): BulkRow => ({ id: 7, title: 'Clerk', status: 'active', ...values })
const now = '2026-11-23T01:00:00.000Z'

test.each([
  ['jobs', ['status', 'quick link', 'post date', 'organization', 'category', 'check', 'delete']],
  ['syllabus', ['status', 'post date', 'organization', 'category', 'check', 'delete']],
  ['categories', ['status', 'delete']],
  ['recruitments', ['delete']],
] as const)('the acts of %s are %j', (table, acts) => expect(actsOf(tabOfTable(table))).toEqual(acts))

test.each<[BulkAct, string, BulkRow, object, object]>([
  ['status', 'Out', row(), { status: 'active' }, { status: 'Out' }],
  ['status', '', row(), { status: 'active' }, { status: null }],
  ['status', 'inactive', row({ is_active: true }), { is_active: true }, { is_active: false }],
  ['quick link', 'on', row(), { is_quick_link: null }, { is_quick_link: true }],
  ['organization', '3', row({ organization_id: 2 }), { organization_id: 2 }, { organization_id: 3 }],
  ['category', '', row({ category_id: 2 }), { category_id: 2 }, { category_id: null }],
  ['check', '', row(), { checked_at: null }, { checked_at: '2026-11-23T01:00:00.000Z' }],
  [
    'post date',
    '2026-12-01',
    row({ post_time: null, posted_at: '2026-11-05T13:50:00Z' }),
    { post_time: null },
    { post_time: '01/12/2026 7:20 PM' },
  ],
  ['post date', '2026-11-05', row({ post_time: 'x', posted_at: '2026-11-05T13:50:00Z' }), {}, {}],
  ['delete', '', row({ updated_at: now }), { updated_at: now }, {}],
])('%s %j changes %j', (act, value, given, before, after) =>
  expect(changeOf(act, given, { value, now })).toEqual({ id: 7, title: 'Clerk', before, after }),
)

test('what has the value already does not change', () => {
  expect(changesAnything(changeOf('status', row(), { value: 'active', now }))).toBe(false)
  expect(changesAnything(changeOf('status', row({ status: undefined }), { value: '', now }))).toBe(false)
  expect(changesAnything(changeOf('quick link', row({ is_quick_link: false }), { value: 'on', now }))).toBe(true)
})

describe('a notice with a plan', () => {
  const publish_at = '2026-12-01T04:30:00.000Z'
  const hide_at = '2026-12-09T04:30:00.000Z'
  const scheduled: NoticePlan = { state: 'scheduled', status: 'Out', publish_at, hide_at }
  const draft: NoticePlan = { state: 'draft', status: 'Out', publish_at: null, hide_at: null }
  const until: NoticePlan = { state: 'published', status: 'Out', publish_at: null, hide_at }
  const hidden = { state: 'hidden', status: 'Out', publish_at: null, hide_at: null }
  const unseen = (plan: NoticePlan | null) => row({ status: 'inactive', plan })

  test.each<[string, BulkRow, string, object | null, boolean]>([
    ['a scheduled one that is made inactive', unseen(scheduled), 'inactive', hidden, true],
    ['a draft that is made inactive', unseen(draft), 'inactive', draft, false],
    ['a hidden one that is made inactive', unseen(null), 'inactive', null, false],
    ['a public one that is hidden before its time', row({ status: 'Out', plan: until }), 'inactive', hidden, true],
    ['a public one that gets a badge', row({ status: 'Out', plan: until }), 'New', { ...until, status: 'New' }, true],
    ['a public one that has the badge', row({ status: 'Out', plan: until }), 'Out', until, false],
    ['a scheduled one that gets a badge', unseen(scheduled), 'New', { ...until, status: 'New' }, true],
    ['a draft that gets none', unseen(draft), '', { ...draft, state: 'published', status: null }, true],
  ])('%s', (_what, given, value, plan, isChanged) => {
    const change = changeOf('status', given, { value, now })
    expect(change.before).toEqual({ status: given.status, plan: given.plan })
    expect(change.after).toEqual({ status: value || null, plan })
    expect(changesAnything(change)).toBe(isChanged)
  })

  test('a preview says what is planned, and when', () => {
    expect(statusText(unseen(scheduled))).toBe('Scheduled from 01-12-2026 10:00 AM')
    expect(statusText(unseen(draft))).toBe('Draft')
    expect(statusText(unseen({ ...draft, state: 'hidden' }))).toBe('inactive')
    expect(statusText(row({ status: 'Out', plan: until }))).toBe('Out')
    expect(statusText(row({ status: null, plan: null }))).toBe('not set')
    expect(statusText(row({ is_active: false }))).toBe('inactive')
  })

  test('an end of a schedule is said', () => {
    const given = {
      tab: jobs,
      act: 'status',
      now,
      count: (number: number) => `${number} jobs`,
    } as const
    expect(consequencesOf({ ...given, value: 'inactive', rows: [unseen(scheduled), unseen(scheduled)] })).toEqual([
      '2 jobs lose their planned time.',
    ])
    expect(consequencesOf({ ...given, value: 'New', rows: [unseen(scheduled)] })).toEqual([
      '1 jobs appears on the site at once.',
      '1 jobs was to appear later: its planned time is given up.',
      '1 jobs is still to be hidden at its planned time.',
    ])
  })

  test('what becomes of planned times is said', () => {
    const given = { tab: jobs, act: 'status', now, count: (number: number) => `${number} jobs` } as const
    expect(consequencesOf({ ...given, value: 'New', rows: [unseen(scheduled), row({ plan: until })] })).toEqual([
      '1 jobs appears on the site at once.',
      '1 jobs was to appear later: its planned time is given up.',
      '2 jobs are still to be hidden at their planned time.',
      '1 jobs leaves the home page.',
    ])
    expect(consequencesOf({ ...given, value: 'inactive', rows: [row({ plan: until })] })).toContain(
      '1 jobs loses its planned time.',
    )
    const later = row({ status: 'inactive', posted_at: '2026-11-23T02:00:00+00:00' })
    expect(consequencesOf({ ...given, value: 'New', rows: [later] })).toContain(
      '1 jobs has a post time in the future, and stands first in lists until then.',
    )
  })
})

describe('consequences', () => {
  const of = (act: BulkAct, value: string, rows: BulkRow[], tab = jobs) =>
    consequencesOf({ tab, act, value, rows, now, count: (number) => `${number} of them` })
  const hidden = row({ status: 'inactive' })
  const restorable = 'The staff can restore them from the Bin for 30 days.'

  test.each<[string, string[], string[]]>([
    [
      'public notices that are deleted leave the site',
      of('delete', '', [row(), row(), hidden]),
      [
        '2 of them leave the site at once, and their followers get no more pushes.',
        'Their addresses say that the notice was removed.',
        restorable,
      ],
    ],
    ['hidden notices that are deleted leave nothing', of('delete', '', [hidden]), [restorable]],
    [
      'organizations that others use stay',
      of('delete', '', [row({ is_active: true })], tabOfTable('organizations')),
      ['What others use stays; it can be deleted alone, when they are moved to another one.', restorable],
    ],
    [
      'what is hidden leaves the site and the home page',
      of('status', 'inactive', [row()]),
      ['1 of them leaves the site at once, and its followers get no more pushes.', '1 of them leaves the home page.'],
    ],
    [
      'what is shown appears, on the home page, too',
      of('status', 'active', [hidden, row({ status: 'Start' })]),
      ['1 of them appears on the site at once.', '2 of them appear on the home page.'],
    ],
    [
      'another badge leaves the section of active ones',
      of('status', 'Start', [row()]),
      ['1 of them leaves the home page.'],
    ],
    [
      'popular jobs',
      of('quick link', 'on', [row(), hidden]),
      ['1 of them is listed under Popular jobs on the home page.'],
    ],
    [
      'a day to come',
      of('post date', '2026-12-01', [row()]),
      [
        'Lists and feeds order them by the new day. The time of day stays.',
        'Until 01-12-2026 they stand above everything that is newer.',
      ],
    ],
    [
      'today',
      of('post date', '2026-11-23', [row()]),
      ['Lists and feeds order them by the new day. The time of day stays.'],
    ],
    ['no organization', of('organization', '', [row()]), []],
  ])('%s', (_case, said, expected) => expect(said).toEqual(expected))
})
