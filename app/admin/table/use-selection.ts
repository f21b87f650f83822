import { useCallback, useState } from 'react'
import type { AdminRow } from '#app/data/admin-list.ts'

export interface Selection {
  ids: ReadonlySet<number>
  toggle: (row: AdminRow) => void
  set: (rows: readonly { id: number }[]) => void
  remove: (ids: readonly number[]) => void
}

/** The rows that bulk actions apply to. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const toggle = useCallback(({ id }: AdminRow) => {
    setIds((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  const set = useCallback((rows: readonly { id: number }[]) => setIds(new Set(rows.map(({ id }) => id))), [])
  const remove = useCallback((removed: readonly number[]) => {
    setIds((before) => new Set([...before].filter((id) => !removed.includes(id))))
  }, [])
  return { ids, toggle, set, remove }
}
