import { useEffect, useState } from 'react'
import { adminClient } from '#app/admin/session/session.ts'
import { followTable } from '#app/data/live-table.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'

/** Subscribes to realtime changes of a table. @returns whether the subscription is connected */
export function useLiveTable(table: AdminTable, onChange: () => void): boolean {
  const [isLive, setIsLive] = useState(false)
  useEffect(() => followTable(adminClient(), table, { changed: onChange, connected: setIsLive }), [table, onChange])
  return isLive
}
