import { useRef, useState } from 'react'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import type { AdminState } from '#app/data/admin-session.ts'
import { SESSION } from '#domain/admin/messages.ts'
import { fieldText, fieldValue } from '#domain/field-text.ts'
import { PasswordField } from './password-field.tsx'
import { useHydrated } from './use-hydrated.ts'
import { browserSession } from './session.ts'

export interface SignInFieldsProps {
  /** Shown until the first attempt. */
  message?: string | undefined
  email?: string
  onSignedIn: (state: AdminState) => void
}

/** Sign-in form: e-mail, password and error message. Source: docs/behaviour/admin.md#sign-in-page. */
export function SignInFields({ message, email = '', onSignedIn }: SignInFieldsProps) {
  const isReady = useHydrated()
  const password = useRef<HTMLInputElement>(null)
  /** What the last attempt has said; null before the first one. */
  const [outcome, setOutcome] = useState<string | null>(null)
  const problem = outcome ?? message
  const [isBusy, setIsBusy] = useState(false)

  async function signIn(form: FormData) {
    setIsBusy(true)
    setOutcome('')
    try {
      const session = await browserSession()
      const state = await session.signIn({ email: fieldText(form, 'email'), password: fieldValue(form, 'password') })
      if (state.kind === 'not-admin') fail(SESSION.denied)
      onSignedIn(state)
    } catch (error) {
      console.warn('Sign-in failed', error)
      fail((error instanceof Error && error.message) || SESSION.wrong)
    } finally {
      setIsBusy(false)
    }
  }

  function fail(reason: string) {
    setOutcome(reason)
    if (!password.current) return
    password.current.value = ''
    password.current.focus()
  }

  return (
    <form
      method="post"
      className="sign-in"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void signIn(new FormData(event.currentTarget))
      }}
    >
      <ProblemLine id="sign-in-problem">{problem}</ProblemLine>
      <label>
        E-mail
        <input className="field" type="email" name="email" autoComplete="username" required defaultValue={email} />
      </label>
      <PasswordField label="Password" autoComplete="current-password" describedBy="sign-in-problem" field={password} />
      <button type="submit" className="button primary" disabled={!isReady || isBusy}>
        {isBusy ? 'Signing in...' : 'Sign in'}
      </button>
    </form>
  )
}
