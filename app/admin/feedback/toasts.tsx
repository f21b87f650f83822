import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useSubmit, type SubmitFunction } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { TOAST_MS } from '#domain/limits.ts'
import { createStore } from './store.ts'

interface Toast {
  message: string
  /** Reverts the action, where that is possible. */
  undo?: (submit: SubmitFunction) => void
  /** Links to follow from here; a public page opens in a new tab. */
  links?: readonly { label: string; to: string; isPublic?: boolean }[]
}

/** Maximum number of toasts on screen; the oldest are removed. */
const SHOWN = 3

const toasts = createStore<readonly (Toast & { id: number })[]>([])
let lastId = 0

/** Shows that an action succeeded. Errors are never only a toast: they stay on the page. */
export function showToast(toast: Toast): void {
  lastId += 1
  toasts.set([...toasts.get(), { ...toast, id: lastId }].slice(-SHOWN))
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
