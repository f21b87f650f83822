import type { NoticeState } from './notice-state.ts'
import type { SavedNotice } from './saved-notice.ts'

/** @returns the reference by which a notice is saved and asked for: 'jobs:12', or its path while the id is unknown */
export function referenceOf({ id, path }: Pick<NoticeState, 'id' | 'path'>): string | null {
  return id ?? path
}

/** @returns a notice that has just been saved */
export function newSavedNotice(state: NoticeState, now: number): SavedNotice {
  return {
    version: 1,
    savedAt: now,
    state,
    readAt: null,
    isWithdrawn: false,
    lookedAt: null,
    note: '',
    applied: null,
  }
}
