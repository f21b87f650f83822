import { useState } from 'react'
import { readLetterKeys, storeLetterKeys } from './letter-keys.ts'
import { useNavigate, useSubmit } from 'react-router'
import type { AdminRow } from '#app/data/admin-list.ts'
import { hasQuickLink } from '#domain/admin/columns.ts'
import { tabPath } from '#domain/admin/tabs.ts'
import { undoLastChange } from './change-rows.ts'
import { usePressedKeys } from './use-pressed-keys.ts'
import type { TableOfTab } from './use-table.ts'

/** Connects the keys with the table. @returns whether single letters are shortcuts, and a function that toggles this */
export function useTableKeys({ tab, filter, text, setText, ...table }: TableOfTab): [boolean, () => void] {
  const navigate = useNavigate()
  const submit = useSubmit()
  const letters = useLetterKeys()
  const { list, selection, selectedRows, current, one, bulk, actions } = table
  const path = tabPath(tab)
  const onCurrent = (act: (row: AdminRow) => void) => () =>
    current.row && !current.hasJustReplaced() && act(current.row)

  usePressedKeys(
    {
      move: (by) => void (current.move(by) || (by > 0 && list.more())),
      moveTo: current.moveTo,
      edit: onCurrent(({ id }) => void navigate(`${path}/${id}`)),
      addNew: () => void navigate(`${path}/new`),
      filter: () => filter.current?.select(),
      select: onCurrent(actions.toggleSelected),
      changePostDate: onCurrent((row) => tab.newest === 'posted_at' && one.askPostDate(row)),
      toggleQuickLink: onCurrent((row) => hasQuickLink(tab.table) && one.setQuickLink(row)),
      remove: () => (selectedRows.length > 0 ? bulk.ask('delete') : onCurrent(one.remove)()),
      undo: () => undoLastChange(submit, tab),
      escape() {
        if (document.activeElement !== filter.current) return selection.set([])
        if (text) return setText('')
        filter.current?.blur()
        current.move(0)
      },
    },
    letters[0],
  )
  return letters
}

/** @returns whether single letters are shortcuts, and a function that toggles that */
function useLetterKeys(): [boolean, () => void] {
  const [isOn, setIsOn] = useState(readLetterKeys)
  function toggle() {
    storeLetterKeys(!isOn)
    setIsOn(!isOn)
  }
  return [isOn, toggle]
}
