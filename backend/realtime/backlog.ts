import { audienceKey, type AudienceDescription } from './audiences.ts'
import type { MessagesFor } from './change-messages.ts'
import type { VisibleRow } from './visible-row.ts'

export interface Backlog {
  /** Keeps changes that were passed on to everybody who is there. */
  add(seen: VisibleRow): void
  /** @returns whether there is more than the first so many */
  hasMore(known: number): boolean
  /**
   * @param known how many of the kept changes have been read for this audience
   * @returns frames of those after them, and how many have been read now
   * @throws when the database is away
   */
  read(audience: AudienceDescription, known: number): Promise<{ frames: Buffer[]; known: number }>
}

/** Milliseconds in which clients of the last server come back: they try again every ten seconds at the latest. */
const returning = 15_000
const mostKept = 1_000

/**
 * What was committed while no server ran, and until its clients have found the new one. They are told when they join; the
 * protocol has no way to say what a client has heard, so whoever joins in the first seconds is told.
 * @param isNeeded whether there was a server a moment ago
 */
export function createBacklog(messagesFor: MessagesFor, isNeeded: boolean): Backlog {
  const startedAt = performance.now()
  let kept: { seen: VisibleRow; frames: Map<string, Buffer[]> }[] = []
  let size = 0
  const isOver = () => !isNeeded || size > mostKept || performance.now() - startedAt > returning

  return {
    add: (seen) => {
      size += seen.changes.length
      if (isOver()) kept = []
      else kept.push({ seen, frames: new Map() })
    },
    hasMore: (known) => !isOver() && kept.length > known,
    read: async (audience, known) => {
      const key = audienceKey(audience)
      const unread = kept.slice(known)
      for (const { seen, frames } of unread) {
        if (frames.has(key)) continue
        await seen.cover([audience])
        frames.set(key, messagesFor(audience, seen))
      }
      return { frames: unread.flatMap(({ frames }) => frames.get(key) ?? []), known: known + unread.length }
    },
  }
}
