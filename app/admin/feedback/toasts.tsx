import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useSubmit, type SubmitFunction } from 'react-router'
import { latestAccount, useAdminState } from '#app/admin/session/session.ts'
import { Icon } from '#app/ui/icon.tsx'
import { TOAST_MS, UNDO_ACTS } from '#domain/limits.ts'
import { createStore } from './store.ts'

type Undo = (submit: SubmitFunction) => void

interface Toast {
  message: string
  /** Reverts the action, where that is possible. */
  undo?: Undo
  /** Path of the tab in which Ctrl+Z also reverts the action, even after the toast is gone. */
  path?: string
  /** Number of the act, from `nextActNumber` when it began: Ctrl+Z reverts the last one first. */
  actNumber?: number
  /** The account that has done it, by default the one that is signed in: no other account is told of it or may undo it. */
  owner?: string
  /** Links to follow from here; a public page opens in a new tab. */
  links?: readonly { label: string; to: string; isPublic?: boolean }[]
}

/** Maximum number of toasts on screen; the oldest are removed. */
const SHOWN = 3

const toasts = createStore<readonly (Toast & { id: number; owner: string })[]>([])
let lastId = 0

interface UndoableAct {
  number: number
  owner: string
}

/** Acts that Ctrl+Z can undo, in the order in which they began. */
let undoable: readonly (UndoableAct & { path: string; undo: Undo })[] = []

let lastAct = 0

/** @returns the number of an act that begins */
export function nextActNumber(): number {
  lastAct += 1
  return lastAct
}

/** Shows that an action succeeded. Errors are never only a toast: they stay on the page. */
export function showToast({ undo, path, actNumber, owner = latestAccount(), ...toast }: Toast): void {
  lastId += 1
  const act = { owner, ...(actNumber !== undefined && { number: actNumber }) }
  const once = undo && path !== undefined ? offerUndo(path, undo, act) : undo
  toasts.set([...toasts.get(), { ...toast, owner, ...(once && { undo: once }), id: lastId }].slice(-SHOWN))
}

/** Forgets what was done, when the user signs out. */
export function forgetActs(): void {
  toasts.set([])
  undoable = []
}

/** @returns a function that undoes the act once, by the toast or by Ctrl+Z in the tab */
export function offerUndo(path: string, undo: Undo, of: Partial<UndoableAct> = {}): Undo {
  const { number = nextActNumber(), owner = latestAccount() } = of
  const act = { path, number, owner, undo: once }
  function once(submit: SubmitFunction) {
    if (!undoable.includes(act)) return
    undoable = undoable.filter((other) => other !== act)
    toasts.set(toasts.get().filter((shown) => shown.undo !== once))
    undo(submit)
  }
  undoable = [...undoable, act].toSorted((one, other) => one.number - other.number).slice(-UNDO_ACTS)
  return once
}

/** @returns the number of the last act of a tab that the signed-in account can undo; 0 without one */
export function lastUndoable(path: string): number {
  return undoable.findLast((act) => act.path === path && act.owner === latestAccount())?.number ?? 0
}

/** Undoes an act of a tab, if it can be undone. */
export function undoAct(path: string, submit: SubmitFunction, number = lastUndoable(path)): void {
  undoable.find((act) => act.path === path && act.number === number && act.owner === latestAccount())?.undo(submit)
}

export function Toasts() {
  // Another account may sign in while they are shown.
  useAdminState()
  const shown = toasts.use().filter(({ owner }) => owner === latestAccount())
  return (
    <output className="toasts" aria-live="polite">
      {shown.map(({ id, ...toast }) => (
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
