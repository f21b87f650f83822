import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useSubmit, type SubmitFunction } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { TOAST_MS } from '#domain/limits.ts'
import { createStore } from './store.ts'

type Undo = (submit: SubmitFunction) => void

interface Toast {
  message: string
  /** Reverts the action, where that is possible. */
  undo?: Undo
  /** The address of the list in which Ctrl+Z reverts it, too, also after the toast is gone. */
  place?: string
  /** Links to follow from here; a public page opens in a new tab. */
  links?: readonly { label: string; to: string; isPublic?: boolean }[]
}

/** Maximum number of toasts on screen; the oldest are removed. */
const SHOWN = 3

/** Acts that can be undone by a key. */
const UNDO_ACTS = 20

const toasts = createStore<readonly (Toast & { id: number })[]>([])
let lastId = 0

/** What can be undone by a key, the last act at the end. */
let undoable: readonly { place: string; undo: Undo }[] = []

/** Shows that an action succeeded. Errors are never only a toast: they stay on the page. */
export function showToast({ undo, place, ...toast }: Toast): void {
  lastId += 1
  const once = undo && place !== undefined ? offerUndo(place, undo) : undo
  toasts.set([...toasts.get(), { ...toast, ...(once && { undo: once }), id: lastId }].slice(-SHOWN))
}

/** @returns a function that undoes the act, once: by the toast or by the key */
export function offerUndo(place: string, undo: Undo): Undo {
  const act = { place, undo: once }
  function once(submit: SubmitFunction) {
    if (!undoable.includes(act)) return
    undoable = undoable.filter((other) => other !== act)
    toasts.set(toasts.get().filter((shown) => shown.undo !== once))
    undo(submit)
  }
  undoable = [...undoable, act].slice(-UNDO_ACTS)
  return once
}

/** Undoes the last act in a list, if there is one. */
export function undoLast(place: string, submit: SubmitFunction): void {
  undoable.findLast((act) => act.place === place)?.undo(submit)
}

export function Toasts() {
  return (
    <output className="toasts" aria-live="polite">
      {toasts.use().map(({ id, ...toast }) => (
        <ToastLine key={id} {...toast} onClose={() => toasts.set(toasts.get().filter((shown) => shown.id !== id))} />
      ))}
    </output>
  )
}

function ToastLine({ message, undo, links = [], onClose }: Toast & { onClose: () => void }) {
  const [isPaused, setIsPaused] = useState(false)
  const submit = useSubmit()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => close(), TOAST_MS)
    return () => clearTimeout(timer)
  }, [isPaused])
  return (
    <span
      className="toast"
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <Icon name="check" />
      <span>{message}</span>
      {links.map(({ label, to, isPublic }) => (
        <Link key={to} to={to} onClick={onClose} {...(isPublic && { target: '_blank', reloadDocument: true })}>
          {label}
        </Link>
      ))}
      {undo && (
        <button
          type="button"
          onClick={() => {
            onClose()
            undo(submit)
          }}
        >
          Undo
        </button>
      )}
    </span>
  )
}
