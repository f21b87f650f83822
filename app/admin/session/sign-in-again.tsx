import { useEffect, useEffectEvent, useRef } from 'react'
import { SESSION } from '#domain/admin/messages.ts'
import { useModal } from '#app/admin/feedback/use-modal.ts'
import { showToast } from '#app/admin/feedback/toasts.tsx'
import type { AdminState } from '#app/data/admin-session.ts'
import { useAdminState } from './session.ts'
import { SignInSteps } from './sign-in-steps.tsx'
import { signInDialog } from './unsaved-work.ts'

/** Sign-in dialog above the open page, while the end of the session would lose unsaved work. */
export function SignInAgain() {
  const asked = signInDialog.use()
  return asked && <SignInDialog {...asked} />
}

interface SignInDialogProps {
  /** Whose session has ended; '' when it is not known. */
  owner: string
  onDone: (isBack: boolean) => void
}

function SignInDialog({ owner, onDone }: SignInDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const state = useAdminState()
  const isFinished = useRef(false)
  const other = state.kind === 'staff' && owner !== '' && state.account !== owner ? state.email : null
  useModal(dialog)

  function finish(next: AdminState) {
    // The work of one must not be saved as that of another.
    if (next.kind !== 'staff' || (owner !== '' && next.account !== owner) || isFinished.current) return
    isFinished.current = true
    showToast({ message: SESSION.back(next.email) })
    onDone(true)
  }
  // The same person may have signed in in another tab.
  const followOtherTab = useEffectEvent(() => finish(state))
  useEffect(() => followOtherTab(), [state])
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
      {other !== null && <p role="alert">{SESSION.other(other)}</p>}
      <SignInSteps onSignedIn={finish} />
      <button type="button" className="button quiet" onClick={() => onDone(false)}>
        Not now
      </button>
    </dialog>
  )
}
