import type { AdminTable } from '#domain/admin/tabs.ts'
import { RETRY_MS } from '#domain/limits.ts'
import type { AdminClient } from './admin-client.ts'

export interface TableListener {
  /** The only row to hear of; all without it. */
  id?: number
  /** Called for every inserted, updated and deleted row. */
  changed: () => void
  /** Called when the subscription becomes active or inactive. */
  connected: (isLive: boolean) => void
}

/** Each channel has a name of its own: one that is joined again before the server has answered that it is left stays left. */
let joined = 0

/**
 * Subscribes to the changes of a table. A connection that fails or is lost is retried by the library; meanwhile the page
 * works without. A channel that the server ends, as it does when a token expires before it could be renewed, is joined
 * again here. Source: docs/behaviour/admin.md#live-tables.
 *
 * @returns a function that unsubscribes
 */
export function followTable(client: AdminClient, table: AdminTable, listener: TableListener): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFollowing = true
  const filter = listener.id === undefined ? {} : { filter: `id=eq.${listener.id}` }
  const join = () =>
    client
      .channel(`admin:${table}:${++joined}`)
      .on('postgres_changes', { event: '*', schema: 'public', table, ...filter }, listener.changed)
      .subscribe((status) => {
        listener.connected(status === 'SUBSCRIBED')
        if (status === 'CLOSED' && isFollowing) timer = setTimeout(() => (channel = join()), RETRY_MS)
      })
  let channel = join()
  return () => {
    isFollowing = false
    clearTimeout(timer)
    void client.removeChannel(channel)
  }
}
