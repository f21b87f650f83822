import { useContext, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { AwaitedChoicesContext } from '#app/admin/form/references/awaited-choices.ts'
import { useChoiceCache } from '#app/admin/form/references/choices.tsx'
import { useCreateReference } from '#app/admin/form/references/use-create-reference.ts'
import { useFoundChoices, type FoundChoices } from '#app/admin/form/references/use-found-choices.ts'
import type { Choice } from '#app/data/reference-choices.ts'
import { FormContext } from '#app/admin/form/use-record-form.ts'
import { REFERENCE } from '#domain/admin/form/messages.ts'
import type { ReferenceTable } from '#domain/admin/reference-tables.ts'
import { folded } from '#domain/folded.ts'

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
  const box = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** null while the box shows the chosen row. */
  const [typed, setTyped] = useState<string | null>(null)
  const [position, setPosition] = useState(NONE)
  const remark = useRemark(table, value)
  const text = typed?.trim() ?? ''
  const { found, named, newHeading, last, askForNew } = useMatches(table, text, isOpen)
  const index = Math.min(position, last)
  const awaited = useAwaited(found.state, { take: () => take(Math.max(index, 0)), leave })

  function open(at: number) {
    awaited.forget()
    remark.forget()
    setIsOpen(true)
    setPosition(at)
  }

  function close(isChosen = false) {
    awaited.forget(isChosen)
    setIsOpen(false)
    setTyped(null)
    setPosition(NONE)
  }

  function choose(choice: Choice) {
    cache.set(table, choice.id, choice)
    change(String(choice.id))
    close(true)
  }

  async function create(heading: string) {
    close()
    const choice = await askForNew?.(table, heading)
    if (choice) choose(choice)
    box.current?.focus()
  }

  function take(at: number) {
    if (found.choices[at]) choose(found.choices[at])
    else if (newHeading !== null && at === found.choices.length) void create(newHeading)
    else leave()
  }

  /** On blur, an empty box clears the reference and a complete name selects its row, also when it is found later. */
  function leave() {
    if (named) return choose(named)
    if (text && found.state === 'searching') return awaited.leave()
    if (typed !== null) awaited.failUntil(remark.left(text, found.state))
    if (typed !== null && !text && value) change('')
    close()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') open(index >= last ? 0 : index + 1)
    else if (event.key === 'ArrowUp') open(index <= 0 ? last : index - 1)
    else if (event.key === 'Enter' && isOpen) {
      if (found.state === 'searching' && text) awaited.enter()
      else take(index)
    } else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }

  return {
    box,
    isOpen: isOpen && !awaited.isLeft,
    typed,
    index,
    found,
    newHeading,
    remark: remark.shown,
    open: () => open(NONE),
    type: (next: string) => {
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

/** The events of which one ends a press: on a touch screen a box is left after the finger has gone, just before the click. */
const ENDS_OF_PRESS = ['pointerup', 'pointercancel', 'click']

/**
 * What became of the text with which the box was left; '' when it is the chosen row. It disappears when another row is
 * chosen, and appears after the press with which the box was left, because it would move what is pressed.
 */
function useRemark(table: ReferenceTable, value: string) {
  const cache = useChoiceCache()
  const [remark, setRemark] = useState({ text: '', about: value })
  const chosen = value ? (cache.get(table, Number(value))?.label ?? value) : null
  /** @returns fulfilled when the remark about an unknown text is shown; null without such a text */
  function left(text: string, state: FoundChoices['state']): Promise<void> | null {
    const isCleared = text === '' && chosen !== null
    const unknown = state === 'failed' ? REFERENCE.notRead : REFERENCE.noMatch
    const what = isCleared ? REFERENCE.cleared(chosen) : text && unknown(text, chosen)
    const shown = afterPress().then(() => setRemark({ text: what, about: isCleared ? '' : value }))
    return text ? shown : null
  }
  return {
    shown: remark.about === value ? remark.text : '',
    left,
    forget: () => setRemark({ text: '', about: value }),
  }
}

/** Waits for the end of what is being pressed, and for what the press does. */
function afterPress(): Promise<void> {
  return new Promise((resolve) => {
    if (!document.querySelector(':active')) return void setTimeout(resolve)
    const ended = new AbortController()
    const end = () => {
      ended.abort()
      setTimeout(resolve)
    }
    for (const event of ENDS_OF_PRESS) addEventListener(event, end, { signal: ended.signal })
  })
}

/**
 * The choices for a text, the one that is called so, the heading of a new one with the function that asks for it, and the
 * index of the last option.
 */
function useMatches(table: ReferenceTable, text: string, isOpen: boolean) {
  const askForNew = useCreateReference()
  const found = useFoundChoices(table, isOpen ? text : null)
  const named = text ? found.choices.find((choice) => isCalled(choice, text)) : undefined
  const newHeading = askForNew && found.state === 'found' && text && !named ? text : null
  return { found, named, newHeading, askForNew, last: found.choices.length - (newHeading === null ? 1 : 0) }
}

/** What is asked for while the choices are loading is done as soon as they are: Enter takes the first, leaving the named one. */
function useAwaited(state: FoundChoices['state'], { take, leave }: Record<'take' | 'leave', () => void>) {
  const form = useContext(FormContext)
  // Dialogs of tables have such a box, too.
  const dialog = useContext(AwaitedChoicesContext)
  const awaiting = dialog ?? form
  const isEntered = useRef(false)
  const [isLeft, setIsLeft] = useState(false)
  const endWait = useRef<(isChosen: boolean) => void>(null)
  const settle = useEffectEvent(() => {
    if (isEntered.current && state === 'found') take()
    else if (isLeft) leave()
  })
  const end = (isChosen: boolean) => {
    endWait.current?.(isChosen)
    endWait.current = null
  }
  useEffect(() => {
    if (state !== 'searching') settle()
  }, [state])
  useEffect(() => () => end(false), [])
  return {
    isLeft,
    enter: () => {
      isEntered.current = true
    },
    /** A save waits for the choices, too. */
    leave: () => {
      setIsLeft(true)
      if (endWait.current === null) awaiting?.waitFor(new Promise<boolean>((resolve) => (endWait.current = resolve)))
    },
    /** The press with which the box is left must not submit a dialog with the former choice before the remark says that it stays. */
    failUntil: (shown: Promise<void> | null) => shown && dialog?.waitFor(shown.then(() => false)),
    forget: (isChosen = false) => {
      isEntered.current = false
      setIsLeft(false)
      end(isChosen)
    },
  }
}

function isCalled({ label }: Choice, text: string): boolean {
  return folded(label) === folded(text)
}
