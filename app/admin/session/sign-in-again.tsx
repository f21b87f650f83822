import { useRef } from 'react'
import { SESSION } from '#domain/admin/messages.ts'
import { useModal } from '#app/admin/feedback/use-modal.ts'
import { useToast } from '#app/admin/feedback/toasts.tsx'
import { SignInFields } from './sign-in-fields.tsx'

/** Sign-in dialog above the open page. */
export function SignInAgain({ onDone }: { onDone: (isBack: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const showToast = useToast()
  useModal(dialog)
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="sign-in-again"
      onCancel={(event) => {
        event.preventDefault()
        onDone(false)
      }}
    >
      <h2 id="sign-in-again">Sign in again</h2>
      <p>{SESSION.ended}</p>
      <SignInFields
        onSignedIn={(state) => {
          if (state.kind !== 'staff') return
          showToast({ message: SESSION.back(state.email) })
          onDone(true)
        }}
      />
      <button type="button" className="button quiet" onClick={() => onDone(false)}>
        Not now
      </button>
    </dialog>
  )
}
