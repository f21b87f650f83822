import { z } from 'zod'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { adminRow, type AdminRow } from './admin-list.ts'
import type { AdminClient } from './admin-client.ts'

export interface TableListener {
  changed: (row: AdminRow) => void
  deleted: (id: number) => void
  /** Called when the subscription becomes active or inactive. */
  connected: (isLive: boolean) => void
}

const deletedRow = z.looseObject({ id: z.number() })

/**
 * Subscribes to the changes of a table. A connection that fails or is lost is retried by the
 * library; meanwhile the page works without. Source: docs/behaviour/admin.md#live-tables.
 *
 * @returns a function that unsubscribes
 */
export function followTable(client: AdminClient, table: AdminTable, listener: TableListener): () => void {
  const channel = client
    .channel(`admin:${table}`)
    .on('postgres_changes', { event: '*', schema: 'public', table }, (change) => {
      if (change.eventType === 'DELETE') {
        const row = deletedRow.safeParse(change.old)
        if (row.success) listener.deleted(row.data.id)
      } else {
        const row = adminRow.safeParse(change.new)
        if (row.success) listener.changed(row.data)
      }
    })
    .subscribe((status) => listener.connected(status === 'SUBSCRIBED'))
  return () => void client.removeChannel(channel)
}
