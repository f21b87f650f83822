import { audienceKey, type AudienceDescription } from './audiences.ts'
import type { MessagesFor } from './change-messages.ts'
import type { VisibleChanges } from './visible-changes.ts'

export interface Backlog {
  /** Stores changes that were delivered to the connected clients. */
  add(batch: VisibleChanges): void
  /** @returns whether there are more than the first `known` entries */
  hasMore(known: number): boolean
  /**
   * @param known number of entries that have been read for this audience
   * @returns frames of the entries after them, and the number of entries that have been read now
   * @throws when the database cannot be reached, or cannot tell what the audience may see
   */
  read(audience: AudienceDescription, known: number): Promise<{ frames: Buffer[]; known: number }>
  /** Forgets all changes: they are of another database. */
  clear(): void
}

/** Milliseconds in which clients of the previous server reconnect: they retry every ten seconds or sooner. */
const reconnectTime = 15_000
const mostChanges = 1_000

/**
 * Changes that were committed while no server ran and until its clients have reconnected. They are sent when a client
 * joins. The protocol cannot express what a client has received, so every client that joins in time gets them.
 * @param isNeeded whether a server ran shortly before this one
 */
export function createBacklog(messagesFor: MessagesFor, isNeeded: boolean): Backlog {
  const startedAt = performance.now()
  let entries: { batch: VisibleChanges; frames: Map<string, Buffer[]> }[] = []
  let size = 0
  const isOver = () => !isNeeded || size > mostChanges || performance.now() - startedAt > reconnectTime

  return {
    add: (batch) => {
      size += batch.changes.length
      if (isOver()) entries = []
      else entries.push({ batch, frames: new Map() })
    },
    hasMore: (known) => !isOver() && entries.length > known,
    read: async (audience, known) => {
      const key = audienceKey(audience)
      const unread = entries.slice(known)
      for (const { batch, frames } of unread) {
        if (frames.has(key)) continue
        await batch.load([audience])
        if (!batch.isKnown(audience)) throw new Error('What was missed could not be checked')
        frames.set(key, messagesFor(audience, batch))
      }
      return { frames: unread.flatMap(({ frames }) => frames.get(key) ?? []), known: known + unread.length }
    },
    clear: () => {
      entries = []
    },
  }
}
