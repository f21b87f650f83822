import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { errorMessage } from '#app/admin/feedback/error-message.ts'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { PasswordField } from '#app/admin/session/password-field.tsx'
import { SIGN_IN_PATH } from '#app/admin/session/redirect.ts'
import { browserSession } from '#app/admin/session/session.ts'
import { useHydrated } from '#app/admin/session/use-hydrated.ts'
import { useSite } from '#app/admin/use-site.ts'
import { acceptLink } from '#app/data/staff.ts'
import { BrandMark } from '#app/ui/brand-mark.tsx'
import { ACCEPT } from '#domain/admin/staff-messages.ts'
import { PASSWORD_MIN } from '#domain/limits.ts'
import { STAFF_NAME_MAX } from '#domain/staff-limits.ts'
import { fieldText, fieldValue } from '#domain/field-text.ts'
import type { Route } from './+types/route.ts'

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, ACCEPT.title)
}

/** Where links of invitations and for new passwords lead. Source: docs/behaviour/staff.md#invitations */
export default function Accept() {
  const { site } = useSite()
  const { hash } = useLocation()
  const isReady = useHydrated()
  const [, kind, secret] = /^#(invite|recovery)=([\w-]+)$/.exec(isReady ? hash : '') ?? []
  return (
    <main id="main" className="sign-in-page" tabIndex={-1}>
      <a className="brand" href="/">
        <BrandMark />
        {site.name}
      </a>
      <h1>{kind === 'invite' ? ACCEPT.welcome(site.name) : ACCEPT.title}</h1>
      {kind && secret ? (
        <AcceptFields kind={kind === 'invite' ? 'invite' : 'recovery'} secret={secret} />
      ) : (
        isReady && <p role="alert">{ACCEPT.broken}</p>
      )}
      <Link to={SIGN_IN_PATH}>{ACCEPT.signIn}</Link>
    </main>
  )
}

function AcceptFields({ kind, secret }: { kind: 'invite' | 'recovery'; secret: string }) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function accept(form: FormData) {
    setIsBusy(true)
    setProblem(null)
    try {
      const session = await browserSession()
      const typed = { password: fieldValue(form, 'password'), name: fieldText(form, 'name') }
      await acceptLink(session.client, { type: kind, secret, ...typed })
      // A second factor, if the account has or needs one, is asked for there.
      void navigate(SIGN_IN_PATH, { replace: true })
    } catch (error) {
      console.warn('The link was not accepted', error)
      setProblem(errorMessage(error))
      setIsBusy(false)
    }
  }

  return (
    <form
      className="sign-in"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void accept(new FormData(event.currentTarget))
      }}
    >
      <ProblemLine>{problem}</ProblemLine>
      {kind === 'invite' && (
        <label>
          {ACCEPT.name}
          <input
            className="field"
            name="name"
            autoComplete="name"
            required
            maxLength={STAFF_NAME_MAX}
            pattern=".*\S.*"
          />
        </label>
      )}
      <PasswordField
        label={ACCEPT.password}
        autoComplete="new-password"
        minLength={PASSWORD_MIN}
        describedBy="password-hint"
      />
      <p className="hint" id="password-hint">
        {ACCEPT.passwordHint(PASSWORD_MIN)}
      </p>
      <button type="submit" className="button primary" aria-disabled={isBusy || undefined}>
        {ACCEPT.save}
      </button>
    </form>
  )
}
