import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

export interface Lines<T> {
  /** Put on the element around all lines. */
  root: React.RefObject<HTMLDivElement | null>
  /** What a screen reader is told of the last move. */
  told: string
  set: (place: number, line: T) => void
  /** Puts lines in place of one, and the cursor behind the last of them. */
  replace: (place: number, lines: readonly T[]) => void
  insert: (place: number) => void
  remove: (place: number) => void
  move: (place: number, step: -1 | 1) => void
  /** Enter: a line below. Backspace in an empty line: away with it. Alt and arrows: move it. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>, place: number) => void
}

interface LineOptions<T> {
  empty: T
  isEmpty: (line: T) => boolean
  change: (lines: readonly T[]) => void
}

/** Lines that are added, removed and moved by keyboard; the cursor goes where the line went. */
export function useLines<T>(lines: readonly T[], { empty, isEmpty, change }: LineOptions<T>): Lines<T> {
  const root = useRef<HTMLDivElement>(null)
  const [told, setTold] = useState('')
  const wanted = useRef<number | null>(null)

  useEffect(() => {
    if (wanted.current === null) return
    const input = root.current?.querySelector<HTMLElement>(`[data-line="${wanted.current}"] input`)
    wanted.current = null
    input?.focus()
  })

  function become(next: readonly T[], { focus, tell }: { focus: number; tell: string }) {
    wanted.current = Math.max(0, Math.min(focus, next.length - 1))
    setTold(tell)
    change(next)
  }

  const set = (place: number, line: T) => change(lines.map((old, index) => (index === place ? line : old)))
  const replace = (place: number, added: readonly T[]) =>
    become([...lines.slice(0, place), ...added, ...lines.slice(place + 1)], {
      focus: place + added.length - 1,
      tell: `${added.length} lines added`,
    })
  const insert = (place: number) =>
    become([...lines.slice(0, place), empty, ...lines.slice(place)], { focus: place, tell: `Line ${place + 1} added` })
  const remove = (place: number) =>
    become(
      lines.filter((_, index) => index !== place),
      { focus: place > 0 ? place - 1 : 0, tell: `Line ${place + 1} removed` },
    )

  function move(place: number, step: -1 | 1) {
    const to = place + step
    const [moved, other] = [lines[place], lines[to]]
    if (moved === undefined || other === undefined) return
    const next = lines.map((line, index) => (index === place ? other : index === to ? moved : line))
    become(next, { focus: to, tell: `Moved to line ${to + 1} of ${lines.length}` })
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, place: number) {
    const line = lines[place]
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    if (event.key === 'Enter') insert(place + 1)
    else if (event.altKey && event.key === 'ArrowUp') move(place, -1)
    else if (event.altKey && event.key === 'ArrowDown') move(place, 1)
    else if (event.key === 'Backspace' && lines.length > 1 && line !== undefined && isEmpty(line)) remove(place)
    else return
    event.preventDefault()
  }

  return { root, told, set, replace, insert, remove, move, onKeyDown }
}
