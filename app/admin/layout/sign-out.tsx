import { useState } from 'react'
import { confirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import { forgetActs } from '#app/admin/feedback/toasts.tsx'
import { decline, hasUnsavedWork } from '#app/admin/session/unsaved-work.ts'
import { browserSession } from '#app/admin/session/session.ts'
import { SESSION } from '#domain/admin/messages.ts'
import { AdminIcon } from './admin-icon.tsx'

/** Source: docs/behaviour/admin.md#signing-out. */
export function SignOut() {
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)

  async function signOut() {
    if (isBusy) return
    if (hasUnsavedWork() && !(await confirm({ question: SESSION.leaveUnsaved, yes: 'Sign out', isDangerous: true })))
      return
    setIsBusy(true)
    setHasFailed(false)
    try {
      const session = await browserSession()
      await session.signOut()
      decline()
      forgetActs()
    } catch (error) {
      console.warn('Sign-out failed', error)
      setHasFailed(true)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <button type="button" className="button quiet" onClick={() => void signOut()}>
        <AdminIcon name="signOut" />
        Sign out
      </button>
      <ProblemLine>{hasFailed && SESSION.logoutFailed}</ProblemLine>
    </>
  )
}
