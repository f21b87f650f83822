import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useUnsavedWork } from '#app/admin/session/unsaved-work.ts'

interface ModalDialogProps {
  title: string
  /** Class names beside `dialog`. */
  className?: string
  /** Whether it asks for a decision that screen readers announce at once. */
  isAlert?: boolean
  isBusy?: boolean
  /** Id of the element that describes it. */
  describedBy?: string | undefined
  /** Called at Escape; without it only a button of the dialog ends it. */
  onCancel?: () => void
  children: ReactNode
}

/**
 * A modal dialog, open as long as it is mounted; then focus returns to the element that had it. It stays open, with what
 * is typed into it, when the session ends.
 */
export function ModalDialog({ title, className, isAlert, isBusy, describedBy, onCancel, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useUnsavedWork(true)
  useEffect(() => {
    const before = document.activeElement
    const shown = dialog.current
    shown?.showModal()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={className ? `dialog ${className}` : 'dialog'}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={id}
      aria-describedby={describedBy}
      aria-busy={isBusy}
      onCancel={(event) => {
        event.preventDefault()
        if (event.cancelable) onCancel?.()
      }}
      // Browsers close it at a second Escape, whatever its handlers say. It is opened again first, because a question that
      // `onCancel` asks has to be above it.
      onClose={() => {
        dialog.current?.showModal()
        onCancel?.()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
