import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SESSION } from '#domain/admin/messages.ts'
import { useModal } from '#app/admin/feedback/use-modal.ts'
import { showToast } from '#app/admin/feedback/toasts.tsx'
import type { AdminState } from '#app/data/admin-session.ts'
import { useAccount, useAdminState } from './session.ts'
import { SignInSteps } from './sign-in-steps.tsx'
import { signInDialog } from './unsaved-work.ts'

/** Sign-in dialog above the open page, while the end of the session would lose unsaved work. */
export function SignInAgain() {
  const onDone = signInDialog.use()
  const account = useAccount()
  return onDone && <SignInDialog account={account} onDone={onDone} />
}

interface SignInDialogProps {
  /** Whose session has ended. */
  account: string
  onDone: (isBack: boolean) => void
}

function SignInDialog({ account, onDone }: SignInDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const state = useAdminState()
  const isFinished = useRef(false)
  const [owner] = useState(account)
  const other = state.kind === 'staff' && state.account !== owner ? state.email : null
  useModal(dialog)

  function finish(next: AdminState) {
    if (next.kind !== 'staff' || isFinished.current) return
    isFinished.current = true
    showToast({ message: SESSION.back(next.email) })
    onDone(true)
  }
  // The same person may have signed in in another tab; the work of one must not be saved as that of another.
  const followOtherTab = useEffectEvent(() => {
    if (other === null) finish(state)
  })
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
