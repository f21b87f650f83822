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
  words: string
  /** A way back, where there is one. */
  undo?: () => void
  /** Where to go from here; a public page opens beside this one. */
  links?: readonly { label: string; to: string; isPublic?: boolean }[]
}

type Say = (toast: Toast) => void

/** Toasts on screen at a time; older ones give way. */
const SHOWN = 3

const ToastContext = createContext<Say | null>(null)

/** Tells that something worked. Failures are never only a toast: they stay on the page. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<(Toast & { id: number })[]>([])
  const lastId = useRef(0)
  const say = useCallback((toast: Toast) => {
    lastId.current += 1
    const id = lastId.current
    setToasts((shown) => [...shown, { ...toast, id }].slice(-SHOWN))
  }, [])
  const drop = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id))
  return (
    <ToastContext value={say}>
      {children}
      <output className="toasts" aria-live="polite">
        {toasts.map(({ id, ...toast }) => (
          <ToastLine key={id} {...toast} onGone={() => drop(id)} />
        ))}
      </output>
    </ToastContext>
  )
}

/** @returns shows a toast */
export function useToast(): Say {
  const say = useContext(ToastContext)
  if (!say) throw new Error('No ToastProvider above')
  return say
}

function ToastLine({ words, undo, links = [], onGone }: Toast & { onGone: () => void }) {
  const [isHeld, setIsHeld] = useState(false)
  const go = useEffectEvent(onGone)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => go(), TOAST_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  return (
    <div
      className="toast"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon name="check" />
      <span>{words}</span>
      {links.map(({ label, to, isPublic }) => (
        <Link key={to} to={to} onClick={onGone} {...(isPublic && { target: '_blank', reloadDocument: true })}>
          {label}
        </Link>
      ))}
      {undo && (
        <button
          type="button"
          onClick={() => {
            onGone()
            undo()
          }}
        >
          Undo
        </button>
      )}
    </div>
  )
}
