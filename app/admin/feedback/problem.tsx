import type { ReactNode } from 'react'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { Icon } from '#app/ui/icon.tsx'

interface ProblemProps {
  /** null shows nothing, but the live region stays in the page. */
  message: string | null
  /** Buttons after the message: 'Try again'. */
  children?: ReactNode
  onClose?: (() => void) | undefined
}

/** An error message, which stays on the page until it is closed or an action succeeds. */
export function Problem({ message, children, onClose }: ProblemProps) {
  return (
    <div className="problem-bar" role="alert">
      {message && (
        <>
          <AdminIcon name="warning" />
          <p>{message}</p>
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
