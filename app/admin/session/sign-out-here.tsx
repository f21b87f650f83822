import { useState } from 'react'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import { SESSION } from '#domain/admin/messages.ts'
import { SIGN_IN_HELP } from '#domain/admin/staff-messages.ts'
import { browserSession } from './session.ts'

/** Signs out an account that cannot enter, so that another one can. Source: docs/behaviour/staff.md#accounts-without-a-role */
export function SignOutHere({ email }: { email: string }) {
  const [hasFailed, setHasFailed] = useState(false)

  async function signOut() {
    setHasFailed(false)
    try {
      await (await browserSession()).signOut()
    } catch (error) {
      console.warn('Sign-out failed', error)
      setHasFailed(true)
    }
  }

  return (
    <div className="sign-out-here">
      <p>{SIGN_IN_HELP.signedInAs(email)}</p>
      <button type="button" className="button" onClick={() => void signOut()}>
        {SIGN_IN_HELP.signOut}
      </button>
      {hasFailed && <ProblemLine>{SESSION.logoutFailed}</ProblemLine>}
    </div>
  )
}
