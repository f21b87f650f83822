import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { useChoiceCache } from '#app/admin/form/references/choices.tsx'
import { useCreateReference } from '#app/admin/form/references/use-create-reference.ts'
import { useFoundChoices } from '#app/admin/form/references/use-found-choices.ts'
import type { Choice } from '#app/data/reference-choices.ts'
import type { ReferenceTable } from '#domain/admin/reference-tables.ts'

/** Index when no choice is highlighted. */
const NONE = -1

interface ReferenceBox {
  table: ReferenceTable
  /** The id of the row, or ''. */
  value: string
  change: (value: string) => void
}

/** State of the combobox of a reference: typed text, found choices and keys. */
export function useReferenceBox({ table, value, change }: ReferenceBox) {
  const cache = useChoiceCache()
  const askForNew = useCreateReference()
  const box = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** null while the box shows the chosen row. */
  const [typed, setTyped] = useState<string | null>(null)
  const [index, setIndex] = useState(NONE)
  const text = typed?.trim() ?? ''
  const found = useFoundChoices(table, isOpen ? text : null)
  const named = text ? found.choices.find((choice) => isCalled(choice, text)) : undefined
  const newHeading = askForNew && found.state === 'found' && text && !named ? text : null
  const awaited = useAwaitedEnter(found.state === 'found', () => take(Math.max(index, 0)))
  const last = found.choices.length - (newHeading === null ? 1 : 0)

  function open(at: number) {
    setIsOpen(true)
    setIndex(at)
  }

  function close() {
    awaited.forget()
    setIsOpen(false)
    setTyped(null)
    setIndex(NONE)
  }

  function choose(choice: Choice) {
    cache.set(table, choice.id, choice)
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

  /** On blur, an emptied box clears the reference and a complete name selects its row; other text is discarded. */
  function leave() {
    if (named) return choose(named)
    if (typed !== null && !text && value) change('')
    close()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') open(index >= last ? 0 : index + 1)
    else if (event.key === 'ArrowUp') open(index <= 0 ? last : index - 1)
    else if (event.key === 'Enter' && isOpen) {
      if (found.state === 'searching' && text) awaited.expect()
      else if (index !== NONE) take(index)
      else if (!text) leave()
    } else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }

  return {
    box,
    isOpen,
    typed,
    index: Math.min(index, last),
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

/** When Enter was pressed before the choices were loaded, the first choice is selected as soon as they are. */
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
