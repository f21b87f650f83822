import { useEffect, useEffectEvent, useState } from 'react'
import { useStaffClient } from '#app/admin/session/session-context.tsx'
import { followTable } from '#app/data/live-table.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import type { ListEvent } from './list-state.ts'

/** @returns whether changes of a table are told as they happen */
export function useLiveTable(table: AdminTable, tell: (event: ListEvent) => void): boolean {
  const client = useStaffClient()
  const [isLive, setIsLive] = useState(false)
  const hear = useEffectEvent(tell)
  useEffect(
    () =>
      followTable(client, table, {
        changed: (row) => hear({ type: 'told', row }),
        deleted: (id) => hear({ type: 'told-gone', id }),
        connected: setIsLive,
      }),
    [client, table],
  )
  return isLive
}
