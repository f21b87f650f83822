import { noticeChanges } from './changes.ts'
import type { NoticeState } from './notice-state.ts'
import type { SavedNotice } from './saved-notice.ts'

/**
 * Takes over what the server answered about a saved notice. Changes stay listed until they are acknowledged, also when
 * the page is opened again before that.
 *
 * @param state null when there is no such public notice; the last known state then stays
 */
export function withAnswer(saved: SavedNotice, state: NoticeState | null, readAt: number): SavedNotice {
  if (!state) return { ...saved, isWithdrawn: true }
  const before = saved.lookedAt ?? saved.state
  const lookedAt = noticeChanges(before, state).length > 0 ? before : null
  return { ...saved, state, readAt, lookedAt, isWithdrawn: false }
}

/** @returns the changes that the visitor has not acknowledged */
export function newChanges({ lookedAt, state }: SavedNotice): string[] {
  return lookedAt ? noticeChanges(lookedAt, state) : []
}
