import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { AdminRow } from '#app/data/admin-list.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { storedChanges } from './change-rows.ts'

export interface Selection {
  ids: ReadonlySet<number>
  /** @param isRange whether the rows from the one that was toggled before follow */
  toggle: (row: AdminRow, isRange?: boolean) => void
  set: (rows: readonly { id: number }[]) => void
  remove: (ids: readonly number[]) => void
}

/**
 * The rows that bulk actions apply to. A row that is deleted here is not selected any more.
 *
 * @param rows in the order in which they are shown
 */
export function useSelection(table: AdminTable, rows: readonly AdminRow[]): Selection {
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
  const stored = storedChanges.use()
  const [known, setKnown] = useState(stored)
  if (stored !== known) {
    setKnown(stored)
    const deletions = stored.filter(({ change, ...act }) => act.table === table && change.fields === null)
    if (deletions.length > 0) remove(deletions.flatMap((act) => act.ids))
  }
  return { ids, toggle, set, remove }
}

/** @returns the selected rows that are not shown any more, without those that are being deleted here */
export function hiddenIds(
  selected: ReadonlySet<number>,
  { rows, deleting }: { rows: readonly { id: number }[]; deleting: readonly number[] },
): number[] {
  const known = new Set([...rows.map(({ id }) => id), ...deleting])
  return [...selected].filter((id) => !known.has(id))
}

/** @returns the rows from one to another, with both; none if one of them is not shown */
function rowsBetween(rows: readonly AdminRow[], from: number | null, to: number): readonly AdminRow[] {
  const [first = -1, last = -1] = [from, to].map((id) => rows.findIndex((row) => row.id === id)).sort((a, b) => a - b)
  return first < 0 ? [] : rows.slice(first, last + 1)
}
