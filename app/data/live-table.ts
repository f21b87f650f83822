import { z } from 'zod'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { adminRow, type AdminRow } from './admin-list.ts'
import type { StaffClient } from './staff-client.ts'

export interface TableListener {
  changed: (row: AdminRow) => void
  deleted: (id: number) => void
  /** Whether changes arrive at the moment. */
  connected: (isLive: boolean) => void
}

const deletedRow = z.looseObject({ id: z.number() })

/**
 * Tells of every change of a table as it happens. A connection that is refused or breaks off is tried again by the
 * library; meanwhile the page works without. Source: specification, section 7, Admin calls.
 *
 * @returns stops telling
 */
export function followTable(client: StaffClient, table: AdminTable, listener: TableListener): () => void {
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
