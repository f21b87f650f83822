import { isReadOffline } from '#app/browser/read-offline.ts'
import { EMPTY_BOARD, type HomeBoard } from '#app/data/home-board.ts'
import type { Day } from '#domain/dates.ts'

/** What stands in for a record that is not at its address. */
export type MissingReply =
  | { state: 'moved'; path: string }
  | { state: 'missing'; board: HomeBoard; today: Day }
  | { state: 'offline' }

/** What a client navigation shows when its data could not be fetched. Source: specification, section 8, Detail failure. */
export function unreachable(error: unknown): MissingReply {
  return isReadOffline(error) ? { state: 'offline' } : { state: 'missing', board: EMPTY_BOARD, today: '' }
}
