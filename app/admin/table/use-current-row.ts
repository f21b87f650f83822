import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { AdminRow } from '#app/data/admin-list.ts'
import { rowElementId } from './table-row.tsx'
import type { TableList } from './use-table-list.ts'

interface CurrentRow {
  row: AdminRow | undefined
  /** Whether somebody else has just made this row the current one, so that a key was meant for the row before. */
  hasJustReplaced: () => boolean
  makeCurrent: (row: AdminRow) => void
  /** @returns whether there is such a row */
  move: (by: number) => boolean
  moveTo: (end: 'first' | 'last') => void
}

/** The last current row of each table, which gets the focus when the user returns from the form. */
const lastRows = new Map<string, number>()

/** Time in which a key is still meant for the row that was current before, in milliseconds. */
const REACTION_MS = 1_000

/**
 * The row that keys act on: the last one that had focus, or the first one. When it disappears, the row at its index becomes
 * current.
 */
export function useCurrentRow(
  table: string,
  { rows, deleting, shownQuery }: Pick<TableList, 'rows' | 'deleting' | 'shownQuery'>,
): CurrentRow {
  const [position, setPosition] = useState(() => ({
    id: lastRows.get(table) ?? null,
    index: 0,
    shouldFocus: lastRows.has(table),
  }))
  const found = rows.findIndex(({ id }) => id === position.id)
  const index = found >= 0 ? found : Math.min(position.index, rows.length - 1)
  if (found >= 0 && found !== position.index) setPosition({ ...position, index: found })
  const row = rows[index]
  const query = JSON.stringify(shownQuery)
  /** The row that was current last, in which list, and when a change by somebody else made another row current. */
  const last = useRef({ id: position.id, query, replacedAt: -Infinity })

  const makeCurrent = useCallback(
    ({ id }: AdminRow) => {
      lastRows.set(table, id)
      last.current = { ...last.current, id, replacedAt: -Infinity }
      setPosition((before) => (before.id === id ? before : { ...before, id, shouldFocus: true }))
    },
    [table],
  )

  /** Restores focus when the row that had it has disappeared, or when the row to return to has been loaded. */
  const restoreFocus = useEffectEvent(() => {
    const before = last.current
    const isOwn = before.id === null || before.id === row?.id || deleting.includes(before.id) || before.query !== query
    const isLost = document.activeElement === null || document.activeElement === document.body
    const isOnHeading = document.activeElement?.matches('main h1') ?? false
    if (position.shouldFocus && row && (isLost || isOnHeading)) focusRow(row)
    last.current = { id: row?.id ?? null, query, replacedAt: isOwn ? -Infinity : performance.now() }
  })
  useLayoutEffect(() => restoreFocus(), [row?.id])
  useLayoutEffect(() => {
    last.current.query = query
  }, [query])

  function focusIfPresent(target: AdminRow | undefined): boolean {
    if (target) focusRow(target)
    return target !== undefined
  }
  return {
    row,
    hasJustReplaced: () => performance.now() - last.current.replacedAt < REACTION_MS,
    makeCurrent,
    move: (by) => focusIfPresent(rows[hasFocus(row) ? index + by : index]),
    moveTo: (end) => void focusIfPresent(end === 'first' ? rows[0] : rows.at(-1)),
  }
}

function focusRow({ id }: AdminRow): void {
  document.getElementById(rowElementId(id))?.focus()
}

/** Without focus in the table, the first key only focuses the current row. */
function hasFocus(row: AdminRow | undefined): boolean {
  return row !== undefined && (document.getElementById(rowElementId(row.id))?.contains(document.activeElement) ?? false)
}
