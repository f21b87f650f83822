import { useEffect, useRef, useState } from 'react'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import { errorMessage } from '#app/admin/feedback/error-message.ts'
import type { AdminState } from '#app/data/admin-session.ts'
import { verifyFactor } from '#app/data/second-factor.ts'
import { SECOND_FACTOR } from '#domain/admin/staff-messages.ts'
import { browserSession } from './session.ts'

interface VerifyFactorProps {
  /** Id of a factor that gets its first code; the account's own without it. */
  factor?: string
  onVerified: (state: AdminState) => void
}

/** Asks for the code of the second factor, or for a recovery code. Source: docs/behaviour/staff.md#second-factor */
export function VerifyFactor({ factor, onVerified }: VerifyFactorProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // Only when it appears: in the account, other fields stand on the same page.
  useEffect(() => field.current?.focus(), [])

  async function verify(code: string) {
    setIsBusy(true)
    setProblem(null)
    try {
      const session = await browserSession()
      await verifyFactor(session.client, code, factor)
      onVerified(await session.check())
    } catch (error) {
      console.warn('The second factor was not verified', error)
      setProblem(errorMessage(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form
      className="sign-in"
      onSubmit={(event) => {
        event.preventDefault()
        const code = new FormData(event.currentTarget).get('code')
        if (!isBusy && typeof code === 'string') void verify(code)
      }}
    >
      <ProblemLine id="code-problem">{problem}</ProblemLine>
      <label>
        {SECOND_FACTOR.code}
        <input
          className="field"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={20}
          aria-describedby="code-hint code-problem"
          ref={field}
        />
      </label>
      <p className="hint" id="code-hint">
        {SECOND_FACTOR.codeHint}
      </p>
      <button type="submit" className="button primary" aria-disabled={isBusy || undefined}>
        {SECOND_FACTOR.confirm}
      </button>
    </form>
  )
}
