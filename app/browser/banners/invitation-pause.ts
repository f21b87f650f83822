import { readPreference, writePreference } from '#app/browser/user-preferences.ts'
import { serverNow } from '#app/data/server-time.ts'
import { DAY_MS } from '#domain/dates.ts'
import { INVITATION_PAUSE_DAYS } from '#domain/limits.ts'

const KEY = 'invitations_closed'

function closedAt(): Record<string, number> {
  const stored = readPreference(KEY)
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, number>) : {}
}

/** @returns whether the visitor has closed an invitation within the last INVITATION_PAUSE_DAYS */
export function isPaused(invitation: string): boolean {
  const time = closedAt()[invitation]
  // A time to come was stored by a wrong clock.
  return typeof time === 'number' && Math.abs(serverNow() - time) < INVITATION_PAUSE_DAYS * DAY_MS
}

export function pause(invitation: string): void {
  writePreference(KEY, { ...closedAt(), [invitation]: serverNow() })
}
