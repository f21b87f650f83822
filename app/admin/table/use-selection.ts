import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { AdminRow } from '#app/data/admin-list.ts'

export interface Selection {
  ids: ReadonlySet<number>
  /** @param isRange whether the rows from the one that was toggled before follow */
  toggle: (row: AdminRow, isRange?: boolean) => void
  set: (rows: readonly { id: number }[]) => void
  remove: (ids: readonly number[]) => void
}

/**
 * The rows that bulk actions apply to.
 *
 * @param rows in the order in which they are shown
 */
export function useSelection(rows: readonly AdminRow[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const shown = useRef(rows)
  useLayoutEffect(() => {
    shown.current = rows
  })
  const anchor = useRef<number | null>(null)
  const toggle = useCallback((row: AdminRow, isRange = false) => {
    const range = isRange ? rowsBetween(shown.current, anchor.current, row.id) : []
    if (range.length === 0) anchor.current = row.id
    setIds((before) => {
      const after = new Set(before)
      const isOn = !before.has(row.id)
      for (const { id } of range.length > 0 ? range : [row]) after[isOn ? 'add' : 'delete'](id)
      return after
    })
  }, [])
  const set = useCallback((all: readonly { id: number }[]) => setIds(new Set(all.map(({ id }) => id))), [])
  const remove = useCallback((removed: readonly number[]) => {
    setIds((before) => new Set([...before].filter((id) => !removed.includes(id))))
  }, [])
  return { ids, toggle, set, remove }
}

/** @returns the rows from one to another, with both; none if one of them is not shown */
function rowsBetween(rows: readonly AdminRow[], from: number | null, to: number): readonly AdminRow[] {
  const [first = -1, last = -1] = [from, to].map((id) => rows.findIndex((row) => row.id === id)).sort((a, b) => a - b)
  return first < 0 ? [] : rows.slice(first, last + 1)
}
