import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { AdminRow } from '#app/data/admin-list.ts'
import { rowElementId } from './table-row.tsx'

interface CurrentRow {
  row: AdminRow | undefined
  makeCurrent: (row: AdminRow) => void
  /** @returns whether there was a row to go to */
  move: (by: number) => boolean
  moveTo: (end: 'first' | 'last') => void
}

/** Where one was in each table, for the way back from the form. */
const left = new Map<string, number>()

/** The row that keys act on: the one with focus, or the one that had it last. When it goes, its place is kept. */
export function useCurrentRow(table: string, rows: readonly AdminRow[]): CurrentRow {
  const [place, setPlace] = useState(() => ({ id: left.get(table) ?? null, index: 0, isAwaited: left.has(table) }))
  const found = rows.findIndex(({ id }) => id === place.id)
  if (found >= 0 && found !== place.index) setPlace({ ...place, index: found })
  const index = found >= 0 ? found : Math.min(place.index, rows.length - 1)
  const row = rows[index]

  const makeCurrent = useCallback(
    ({ id }: AdminRow) => {
      left.set(table, id)
      setPlace((before) => (before.id === id ? before : { ...before, id, isAwaited: true }))
    },
    [table],
  )

  /** Focus that was on a row which has gone, or will be on one that is still to come. */
  const catchFocus = useEffectEvent(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    const isOnHeading = document.activeElement?.matches('main h1') ?? false
    if (place.isAwaited && row && (isLost || isOnHeading)) focusRow(row)
  })
  useEffect(() => catchFocus(), [row?.id])

  function go(to: AdminRow | undefined): boolean {
    if (to) focusRow(to)
    return to !== undefined
  }
  return {
    row,
    makeCurrent,
    move: (by) => go(rows[hasFocus(row) ? index + by : index]),
    moveTo: (end) => void go(end === 'first' ? rows[0] : rows.at(-1)),
  }
}

function focusRow({ id }: AdminRow): void {
  document.getElementById(rowElementId(id))?.focus()
}

/** The first key only shows where one is. */
function hasFocus(row: AdminRow | undefined): boolean {
  return row !== undefined && (document.getElementById(rowElementId(row.id))?.contains(document.activeElement) ?? false)
}
