import { useId } from 'react'
import { ModalDialog } from '#app/admin/feedback/modal-dialog.tsx'
import { FORM } from '#domain/admin/form/messages.ts'

interface GoneDialogProps {
  singular: string
  continueAsNew: () => void
  leave: () => void
}

/** Shown when the record was deleted while it was edited: the typed values can become a new record. */
export function GoneDialog({ singular, continueAsNew, leave }: GoneDialogProps) {
  const id = useId()
  return (
    <ModalDialog title={FORM.deleted} isAlert describedBy={id}>
      <p id={id}>{FORM.deletedAbout}</p>
      <div className="button-row">
        <button type="button" className="button" onClick={leave}>
          Leave it
        </button>
        <button type="button" className="button primary" onClick={continueAsNew}>
          Go on with a new {singular}
        </button>
      </div>
    </ModalDialog>
  )
}
