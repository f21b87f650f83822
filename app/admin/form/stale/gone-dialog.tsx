import { useId, useRef } from 'react'
import { useModal } from '#app/admin/feedback/use-modal.ts'
import { FORM } from '#domain/admin/form/messages.ts'

interface GoneDialogProps {
  singular: string
  continueAsNew: () => void
  leave: () => void
}

/** Shown when the record was deleted while it was edited: the typed values can become a new record. */
export function GoneDialog({ singular, continueAsNew, leave }: GoneDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog)
  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-about`}
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id={id}>{FORM.deleted}</h2>
      <p id={`${id}-about`}>{FORM.deletedAbout}</p>
      <div className="button-row">
        <button type="button" className="button" onClick={leave}>
          Leave it
        </button>
        <button type="button" className="button primary" onClick={continueAsNew}>
          Go on with a new {singular}
        </button>
      </div>
    </dialog>
  )
}
