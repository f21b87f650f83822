import { EMPTY_BOARD, type HomeBoard } from '#app/data/home-board.ts'
import type { Day } from '#domain/dates.ts'

/** What stands in for a record that is not at its address. */
export type MissingReply = { state: 'moved'; path: string } | { state: 'missing'; board: HomeBoard; today: Day }

/** What a client navigation shows when its data could not be fetched. Source: specification, section 8, Detail failure. */
export const UNREACHABLE: MissingReply = { state: 'missing', board: EMPTY_BOARD, today: '' }
