import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { errorMessage } from '#app/admin/feedback/error-message.ts'
import { changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { makeRecoveryCodes } from '#app/data/staff.ts'
import { SECOND_FACTOR } from '#domain/admin/staff-messages.ts'

/** Makes recovery codes and shows them this once. */
export function RecoveryCodes({ left }: { left: number }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { revalidate } = useRevalidator()

  async function make() {
    setProblem(null)
    try {
      setCodes(await changeAsAdmin(makeRecoveryCodes))
      void revalidate()
    } catch (error) {
      console.warn('Recovery codes could not be made', error)
      setProblem(SECOND_FACTOR.failed(errorMessage(error)))
    }
  }

  return (
    <div className="recovery-codes">
      {!codes && (
        <p className={left === 0 ? 'problem' : undefined}>
          {left === 0 ? SECOND_FACTOR.noCodes : SECOND_FACTOR.codesLeft(left)}
        </p>
      )}
      <p className="problem" role="alert">
        {problem}
      </p>
      {codes && (
        <section aria-labelledby="recovery-codes">
          <h3 id="recovery-codes">{SECOND_FACTOR.codes}</h3>
          <p>{SECOND_FACTOR.codesHint}</p>
          <ul>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <button type="button" className={left === 0 && !codes ? 'button primary' : 'button'} onClick={() => void make()}>
        {SECOND_FACTOR.makeCodes}
      </button>
    </div>
  )
}
