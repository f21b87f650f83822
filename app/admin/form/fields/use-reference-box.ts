import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { useKnownChoices } from '#app/admin/form/references/choices.tsx'
import { useCreateReference } from '#app/admin/form/references/use-create-reference.ts'
import { useFoundChoices } from '#app/admin/form/references/use-found-choices.ts'
import type { Choice } from '#app/data/reference-choices.ts'
import type { ReferenceTable } from '#domain/admin/tabs.ts'

/** Nothing highlighted. */
const NONE = -1

interface ReferenceBox {
  table: ReferenceTable
  /** The id of the row, or ''. */
  value: string
  change: (value: string) => void
}

/** What is typed into the box of a reference, what is found for it, and what keys do. */
export function useReferenceBox({ table, value, change }: ReferenceBox) {
  const known = useKnownChoices()
  const askForNew = useCreateReference()
  const box = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** Null as long as the box shows what is chosen. */
  const [typed, setTyped] = useState<string | null>(null)
  const [place, setPlace] = useState(NONE)
  const text = typed?.trim() ?? ''
  const found = useFoundChoices(table, isOpen ? text : null)
  const named = text ? found.choices.find((choice) => isCalled(choice, text)) : undefined
  const newHeading = askForNew && found.state === 'found' && text && !named ? text : null
  const awaited = useAwaitedEnter(found.state === 'found', () => take(Math.max(place, 0)))
  const last = found.choices.length - (newHeading === null ? 1 : 0)

  function open(at: number) {
    setIsOpen(true)
    setPlace(at)
  }

  function close() {
    awaited.forget()
    setIsOpen(false)
    setTyped(null)
    setPlace(NONE)
  }

  function choose(choice: Choice) {
    known.remember(table, choice.id, choice)
    change(String(choice.id))
    close()
  }

  async function create(heading: string) {
    close()
    const choice = await askForNew?.(table, heading)
    if (choice) choose(choice)
    box.current?.focus()
  }

  function take(at: number) {
    const choice = found.choices[at]
    if (choice) choose(choice)
    else if (newHeading !== null && at === found.choices.length) void create(newHeading)
    else close()
  }

  /** Only an emptied box, or a name in full, means something without being chosen. */
  function leave() {
    if (named) return choose(named)
    if (typed !== null && !text && value) change('')
    close()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') open(place >= last ? 0 : place + 1)
    else if (event.key === 'ArrowUp') open(place <= 0 ? last : place - 1)
    else if (event.key === 'Enter' && isOpen) {
      if (found.state === 'searching' && text) awaited.expect()
      else if (place !== NONE) take(place)
      else if (!text) leave()
    } else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }

  return {
    box,
    isOpen,
    typed,
    place: Math.min(place, last),
    found,
    newHeading,
    open: () => open(NONE),
    type: (next: string) => {
      awaited.forget()
      setTyped(next)
      open(next.trim() ? 0 : NONE)
    },
    take,
    leave,
    onKeyDown,
    clear: () => {
      change('')
      close()
      box.current?.focus()
    },
  }
}

/** Enter that was pressed before the choices were there means the first of them. */
function useAwaitedEnter(isFound: boolean, take: () => void) {
  const isAwaited = useRef(false)
  const takeAwaited = useEffectEvent(() => {
    if (isAwaited.current) take()
  })
  useEffect(() => {
    if (isFound) takeAwaited()
  }, [isFound])
  const set = (value: boolean) => {
    isAwaited.current = value
  }
  return { expect: () => set(true), forget: () => set(false) }
}

function isCalled({ label }: Choice, text: string): boolean {
  return label.toLowerCase() === text.toLowerCase()
}
