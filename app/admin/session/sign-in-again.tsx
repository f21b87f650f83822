import { useEffect, useEffectEvent, useRef } from 'react'
import { SESSION } from '#domain/admin/messages.ts'
import { useModal } from '#app/admin/feedback/use-modal.ts'
import { showToast } from '#app/admin/feedback/toasts.tsx'
import { useAdminState } from './session.ts'
import { SignInSteps } from './sign-in-steps.tsx'
import { signInDialog } from './unsaved-work.ts'

/** Sign-in dialog above the open page, while the end of the session would lose unsaved work. */
export function SignInAgain() {
  const onDone = signInDialog.use()
  return onDone && <SignInDialog onDone={onDone} />
}

function SignInDialog({ onDone }: { onDone: (isBack: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const state = useAdminState()
  useModal(dialog)
  // The sign-in may be one of another tab, too.
  const finish = useEffectEvent(() => {
    if (state.kind !== 'staff') return
    showToast({ message: SESSION.back(state.email) })
    onDone(true)
  })
  useEffect(() => finish(), [state])
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
      <SignInSteps onSignedIn={() => {}} />
      <button type="button" className="button quiet" onClick={() => onDone(false)}>
        Not now
      </button>
    </dialog>
  )
}
