import { useEffect, useEffectEvent, useState } from 'react'
import { useAdminClient } from '#app/admin/session/session-context.tsx'
import { followTable } from '#app/data/live-table.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import type { ListEvent } from './list-state.ts'

/** Subscribes to realtime changes of a table. @returns whether the subscription is connected */
export function useLiveTable(table: AdminTable, onEvent: (event: ListEvent) => void): boolean {
  const client = useAdminClient()
  const [isLive, setIsLive] = useState(false)
  const notify = useEffectEvent(onEvent)
  useEffect(
    () =>
      followTable(client, table, {
        changed: (row) => notify({ type: 'changed', row }),
        deleted: (id) => notify({ type: 'deleted', id }),
        connected: setIsLive,
      }),
    [client, table],
  )
  return isLive
}
