import type { ReactNode } from 'react'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { Icon } from '#app/ui/icon.tsx'

interface ProblemProps {
  /** Nothing is shown without words, but the place where they are announced stays. */
  words: string | null
  /** A way out: 'Try again'. */
  children?: ReactNode
  onClose?: (() => void) | undefined
}

/** A failure: it stays on the page until it is closed or something works again. */
export function Problem({ words, children, onClose }: ProblemProps) {
  return (
    <div className="problem-bar" role="alert">
      {words && (
        <>
          <AdminIcon name="warning" />
          <p>{words}</p>
          {children}
          {onClose && (
            <button type="button" className="icon-button" aria-label="Close this message" onClick={onClose}>
              <Icon name="cross" />
            </button>
          )}
        </>
      )}
    </div>
  )
}
