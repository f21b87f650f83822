import { createOwnStore } from '#app/admin/session/own-store.ts'
import type { PushDraft } from '#app/data/push-client.ts'
import { PUSH_UNDO_MS } from '#domain/push/limits.ts'

/** A notification that this window has sent and that can still be undone. */
interface LeavingPush {
  id: number
  draft: PushDraft
}

const store = createOwnStore<LeavingPush>()

export const leavingPush = {
  use: store.use,

  start(id: number, draft: PushDraft): void {
    const leaving = { id, draft }
    store.set(leaving)
    setTimeout(() => store.get() === leaving && store.set(null), PUSH_UNDO_MS)
  },

  /** @param id of a notification that was cancelled */
  stop(id: number): void {
    if (store.get()?.id === id) store.set(null)
  },
}
