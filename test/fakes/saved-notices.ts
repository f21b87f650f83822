import type { NoticeState } from '#domain/saved/notice-state.ts'
import type { SavedNotice } from '#domain/saved/saved-notice.ts'

/** @returns the state of a notice for tests */
export function notice(fields: Partial<NoticeState> = {}): NoticeState {
  return {
    id: 'jobs:7',
    path: '/jobs/ssc-cgl',
    isPartial: false,
    kind: 'Job',
    title: 'SSC CGL',
    organization: 'SSC',
    status: 'active',
    badge: null,
    dates: [],
    fees: [],
    links: [],
    ...fields,
  }
}

/** @returns a saved notice for tests, with its dates as 'YYYY-MM-DD' by label */
export function saved(fields: Partial<SavedNotice> = {}, dates: Record<string, string> = {}): SavedNotice {
  const state = notice({
    dates: Object.entries(dates).map(([label, day]) => ({ label, day, text: day, isDeadline: label === 'Last date' })),
  })
  const none = { readAt: null, isWithdrawn: false, lookedAt: null, note: '', applied: null }
  return { version: 1, savedAt: 1_000, state, ...none, ...fields }
}
