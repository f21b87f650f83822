import { useState } from 'react'
import { errorMessage } from '#app/admin/feedback/error-message.ts'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import type { AdminState } from '#app/data/admin-session.ts'
import { enrollFactor, type NewFactor } from '#app/data/second-factor.ts'
import { SECOND_FACTOR } from '#domain/admin/staff-messages.ts'
import { browserSession } from './session.ts'
import { VerifyFactor } from './verify-factor.tsx'

/** Sets up a second factor: a picture for an authenticator app, then its first code. */
export function EnrollFactor({ intro, onDone }: { intro: string; onDone: (state: AdminState) => void }) {
  const [factor, setFactor] = useState<NewFactor | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  /** Each request replaces the key that an earlier one has made, which may be in the app already. */
  async function begin() {
    if (isBusy) return
    setIsBusy(true)
    setProblem(null)
    try {
      const { client } = await browserSession()
      setFactor(await enrollFactor(client))
    } catch (error) {
      console.warn('The second factor could not be set up', error)
      setProblem(errorMessage(error))
    } finally {
      setIsBusy(false)
    }
  }

  if (!factor) {
    return (
      <div className="enroll">
        <p>{intro}</p>
        <ProblemLine>{problem}</ProblemLine>
        <button
          type="button"
          className="button primary"
          aria-disabled={isBusy || undefined}
          onClick={() => void begin()}
        >
          {SECOND_FACTOR.setUp}
        </button>
      </div>
    )
  }
  return (
    <div className="enroll">
      <p>{SECOND_FACTOR.scan}</p>
      <img src={factor.qrCode} alt={SECOND_FACTOR.picture} width="224" height="224" />
      <p>
        {SECOND_FACTOR.key}: <code>{factor.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <VerifyFactor factor={factor.id} onVerified={onDone} />
    </div>
  )
}
