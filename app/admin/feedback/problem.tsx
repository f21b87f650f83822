import type { ReactNode, Ref } from 'react'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { Icon } from '#app/ui/icon.tsx'

interface ProblemProps {
  /** null shows nothing, but the live region stays in the page. */
  message: string | null
  /** Buttons after the message: 'Try again'. */
  children?: ReactNode
  onClose?: (() => void) | undefined
  ref?: Ref<HTMLDivElement>
}

/** An error message, which stays on the page until it is closed or an action succeeds. */
export function Problem({ message, children, onClose, ref }: ProblemProps) {
  return (
    <div ref={ref} className="problem-bar" role="alert">
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
