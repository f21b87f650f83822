import { useState } from 'react'
import { browserSession } from '#app/admin/session/session.ts'
import { errorMessage } from '#app/admin/feedback/error-message.ts'
import { authFault } from '#app/data/auth-fault.ts'
import { useSite } from '#app/admin/use-site.ts'
import { SIGN_IN_HELP } from '#domain/admin/staff-messages.ts'

/** Asks for a link for a new password. The answer does not say who is on the staff. Source: docs/behaviour/staff.md#forgotten-passwords */
export function ForgotPassword() {
  const { sendsMail } = useSite().site
  const [message, setMessage] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function send(email: string) {
    setIsBusy(true)
    const { client } = await browserSession()
    const { error } = await client.auth.resetPasswordForEmail(email)
    setMessage(error ? errorMessage(authFault(error)) : SIGN_IN_HELP.sent)
    setIsBusy(false)
  }

  return (
    <details className="forgot">
      <summary>{SIGN_IN_HELP.forgot}</summary>
      {sendsMail ? (
        <form
          className="sign-in"
          onSubmit={(event) => {
            event.preventDefault()
            const email = new FormData(event.currentTarget).get('email')
            if (!isBusy && typeof email === 'string') void send(email.trim())
          }}
        >
          <p className="hint">{SIGN_IN_HELP.forgotHint}</p>
          <label>
            E-mail
            <input className="field" type="email" name="email" autoComplete="username" required />
          </label>
          <button type="submit" className="button" aria-disabled={isBusy || undefined}>
            {SIGN_IN_HELP.sendLink}
          </button>
          <output>{message}</output>
        </form>
      ) : (
        <p className="hint">{SIGN_IN_HELP.forgotWithoutMail}</p>
      )}
    </details>
  )
}
