import { useEffect, useState } from 'react'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import { keepRecordOpen } from '#app/data/staff.ts'
import { PRESENCE } from '#domain/admin/staff-messages.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { OPEN_RECORD_MS } from '#domain/staff-limits.ts'

/** Shows who else has the record open. Source: docs/behaviour/staff.md#who-edits-a-record */
export function Presence({ table, id }: { table: AdminTable; id: number }) {
  const others = useOthers(table, id)
  return <output className="presence">{others.length > 0 && PRESENCE.editing(others)}</output>
}

function useOthers(table: AdminTable, id: number): readonly string[] {
  const [others, setOthers] = useState<readonly string[]>([])
  useEffect(() => {
    const page = crypto.randomUUID()
    let isLeft = false
    // Failures are ignored: this line is a hint, and a failed save has a message of its own.
    const report = (isClosed: boolean) =>
      readAsAdmin((client) => keepRecordOpen(client, { table, id, page, isClosed })).catch(() => [])
    const renew = async () => {
      if (document.hidden) return
      const found = await report(false)
      if (!isLeft) setOthers(found)
    }
    void renew()
    const timer = setInterval(() => void renew(), OPEN_RECORD_MS)
    return () => {
      isLeft = true
      clearInterval(timer)
      void report(true)
    }
  }, [table, id])
  return others
}
