import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'

export interface Lines<T> {
  /** Ref of the element around all lines. */
  root: React.RefObject<HTMLDivElement | null>
  /** Description of the last change for screen readers. */
  announcement: string
  set: (index: number, line: T) => void
  /** Replaces one line by several, and moves the cursor to the last of them. */
  replace: (index: number, lines: readonly T[]) => void
  insert: (index: number) => void
  remove: (index: number) => void
  move: (index: number, step: -1 | 1) => void
  /** Enter adds a line below, Backspace removes an empty line, Alt with the arrows moves the line. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>, index: number) => void
}

interface LineOptions<T> {
  empty: T
  isEmpty: (line: T) => boolean
  change: (lines: readonly T[]) => void
}

/** Lines that are added, removed and moved by keyboard; the cursor follows the moved line. */
export function useLines<T>(lines: readonly T[], { empty, isEmpty, change }: LineOptions<T>): Lines<T> {
  const root = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const focusNext = useRef<number | null>(null)

  // A layout effect, because an ordinary effect of an earlier render may run after a key is pressed and before the new line
  // is rendered.
  useLayoutEffect(() => {
    if (focusNext.current === null) return
    const input = root.current?.querySelector<HTMLElement>(`[data-line="${focusNext.current}"] input`)
    focusNext.current = null
    input?.focus()
  })

  function apply(next: readonly T[], { focus, message }: { focus: number; message: string }) {
    focusNext.current = Math.max(0, Math.min(focus, next.length - 1))
    setAnnouncement(message)
    change(next)
  }

  const set = (index: number, line: T) => change(lines.map((old, at) => (at === index ? line : old)))
  const replace = (index: number, added: readonly T[]) =>
    apply([...lines.slice(0, index), ...added, ...lines.slice(index + 1)], {
      focus: index + added.length - 1,
      message: `${added.length} lines added`,
    })
  const insert = (index: number) =>
    apply([...lines.slice(0, index), empty, ...lines.slice(index)], {
      focus: index,
      message: `Line ${index + 1} added`,
    })
  const remove = (index: number) =>
    apply(
      lines.filter((_, at) => at !== index),
      { focus: index > 0 ? index - 1 : 0, message: `Line ${index + 1} removed` },
    )

  function move(index: number, step: -1 | 1) {
    const to = index + step
    const [moved, other] = [lines[index], lines[to]]
    if (moved === undefined || other === undefined) return
    const next = lines.map((line, at) => (at === index ? other : at === to ? moved : line))
    apply(next, { focus: to, message: `Moved to line ${to + 1} of ${lines.length}` })
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, index: number) {
    const line = lines[index]
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    if (event.key === 'Enter') insert(index + 1)
    else if (event.altKey && event.key === 'ArrowUp') move(index, -1)
    else if (event.altKey && event.key === 'ArrowDown') move(index, 1)
    else if (event.key === 'Backspace' && lines.length > 1 && line !== undefined && isEmpty(line)) remove(index)
    else return
    event.preventDefault()
  }

  return { root, announcement, set, replace, insert, remove, move, onKeyDown }
}
