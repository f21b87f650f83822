import { useEffect, useState } from 'react'
import { errorMessage } from '#app/admin/feedback/error-message.ts'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import { readSelected, type SelectedRow } from '#app/data/bulk-changes.ts'
import { BULK } from '#domain/admin/bulk-messages.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'

interface Selected {
  /** null until they are read */
  rows: readonly SelectedRow[] | null
  failure: string | null
}

/** Reads the selected rows as they are when the preview of an act opens: a table may be a moment behind. */
export function useSelectedRows(tab: AdminTab, ids: readonly number[]): Selected {
  const [selected, setSelected] = useState<Selected>({ rows: null, failure: null })
  const [wanted] = useState(ids)
  useEffect(() => {
    let isCurrent = true
    readAsAdmin((client) => readSelected(client, tab, wanted)).then(
      (rows) => isCurrent && setSelected({ rows, failure: null }),
      (error: unknown) => isCurrent && setSelected({ rows: null, failure: BULK.failed(errorMessage(error)) }),
    )
    return () => {
      isCurrent = false
    }
  }, [tab, wanted])
  return selected
}
