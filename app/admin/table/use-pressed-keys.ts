import { useEffectEvent, useLayoutEffect } from 'react'
import { latinKey } from '#app/admin/latin-key.ts'

/** Actions of the keys of a table. */
export interface PressedKeys {
  move: (by: number) => void
  moveTo: (end: 'first' | 'last') => void
  edit: () => void
  addNew: () => void
  filter: () => void
  select: () => void
  changePostDate: () => void
  toggleQuickLink: () => void
  remove: () => void
  escape: () => void
  undo: () => void
}

const NAMED_KEYS: Record<string, (keys: PressedKeys) => void> = {
  ArrowDown: ({ move }) => move(1),
  ArrowUp: ({ move }) => move(-1),
  Home: ({ moveTo }) => moveTo('first'),
  End: ({ moveTo }) => moveTo('last'),
  Enter: ({ edit }) => edit(),
  Delete: ({ remove }) => remove(),
  Escape: ({ escape }) => escape(),
}

/** Single-letter shortcuts disturb users of speech input, so they can be turned off. Source: WCAG 2.1, 2.1.4 */
const LETTERS: Record<string, (keys: PressedKeys) => void> = {
  j: ({ move }) => move(1),
  k: ({ move }) => move(-1),
  n: ({ addNew }) => addNew(),
  '/': ({ filter }) => filter(),
  x: ({ select }) => select(),
  p: ({ changePostDate }) => changePostDate(),
  q: ({ toggleQuickLink }) => toggleQuickLink(),
}

/** Handles keys anywhere on the page, except in text fields and when the focused control uses the key itself. */
export function usePressedKeys(keys: PressedKeys, hasLetters: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return
    if (event.ctrlKey || event.metaKey) {
      if (!isUndo(event) || isTextField(event.target)) return
      event.preventDefault()
      return keys.undo()
    }
    if (belongsToControl(event)) return
    const command = NAMED_KEYS[event.key] ?? (hasLetters ? LETTERS[latinKey(event)] : undefined)
    if (!command) return
    event.preventDefault()
    command(keys)
  })
  // An ordinary effect may run after the rows are painted, and a key pressed before it would be lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isUndo(event: KeyboardEvent): boolean {
  return !event.shiftKey && latinKey(event).toLowerCase() === 'z'
}

/** In a text field the browser undoes what was typed. */
function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, [contenteditable]')
}

function belongsToControl({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (key === 'Escape') return false
  if (target.closest('[role="menu"]')) return true
  if (target.matches('input[type="checkbox"]')) return false
  if (target.matches('input, textarea, select, [contenteditable]')) return true
  return key === 'Enter' && target.matches('a, button, summary')
}
