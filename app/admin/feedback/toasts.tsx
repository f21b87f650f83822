import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { Link } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { TOAST_MS } from '#domain/limits.ts'

interface Toast {
  message: string
  /** Reverts the action, where that is possible. */
  undo?: () => void
  /** Links to follow from here; a public page opens in a new tab. */
  links?: readonly { label: string; to: string; isPublic?: boolean }[]
}

type ShowToast = (toast: Toast) => void

/** Maximum number of toasts on screen; the oldest are removed. */
const SHOWN = 3

const ToastContext = createContext<ShowToast | null>(null)

/** Shows that an action succeeded. Errors are never only a toast: they stay on the page. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<(Toast & { id: number })[]>([])
  const lastId = useRef(0)
  const showToast = useCallback((toast: Toast) => {
    lastId.current += 1
    const id = lastId.current
    setToasts((shown) => [...shown, { ...toast, id }].slice(-SHOWN))
  }, [])
  const drop = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id))
  return (
    <ToastContext value={showToast}>
      {children}
      <output className="toasts" aria-live="polite">
        {toasts.map(({ id, ...toast }) => (
          <ToastLine key={id} {...toast} onClose={() => drop(id)} />
        ))}
      </output>
    </ToastContext>
  )
}

/** @returns a function that shows a toast */
export function useToast(): ShowToast {
  const showToast = useContext(ToastContext)
  if (!showToast) throw new Error('No ToastProvider above')
  return showToast
}

function ToastLine({ message, undo, links = [], onClose }: Toast & { onClose: () => void }) {
  const [isPaused, setIsPaused] = useState(false)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => close(), TOAST_MS)
    return () => clearTimeout(timer)
  }, [isPaused])
  return (
    <div
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
            undo()
          }}
        >
          Undo
        </button>
      )}
    </div>
  )
}
