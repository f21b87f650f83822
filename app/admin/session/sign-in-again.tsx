import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SESSION } from '#domain/admin/messages.ts'
import { ModalDialog } from '#app/admin/feedback/modal-dialog.tsx'
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
  const state = useAdminState()
  const isFinished = useRef(false)
  const [rejections, setRejections] = useState(0)

  function finish({ email }: { email: string }) {
    if (isFinished.current) return
    isFinished.current = true
    showToast({ message: SESSION.back(email) })
    onDone(true)
  }
  /** The work of one person must not be saved as that of another. */
  const isOwner = ({ account }: { account: string }) => owner === '' || account === owner
  function onSignedIn(next: AdminState) {
    if (next.kind !== 'staff') return
    if (isOwner(next)) finish(next)
    // A new element makes screen readers say so again.
    else setRejections((number) => number + 1)
  }
  // The same person may have signed in in another tab.
  const followOtherTab = useEffectEvent(() => {
    if (state.kind === 'staff' && isOwner(state)) finish(state)
  })
  useEffect(() => followOtherTab(), [state])
  const other = state.kind === 'staff' && !isOwner(state) ? state.email : null
  return (
    <ModalDialog title="Sign in again" onCancel={() => onDone(false)}>
      <p>{SESSION.ended}</p>
      {other !== null && (
        <p key={rejections} role="alert">
          {SESSION.other(other)}
        </p>
      )}
      <SignInSteps onSignedIn={onSignedIn} />
      <button type="button" className="button quiet" onClick={() => onDone(false)}>
        Not now
      </button>
    </ModalDialog>
  )
}
