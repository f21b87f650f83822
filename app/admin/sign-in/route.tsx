import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { UnreachedPage } from '#app/admin/layout/unreached-page.tsx'
import { redirectMessage, type SignInHints } from '#app/admin/session/redirect.ts'
import { useAdminState } from '#app/admin/session/session.ts'
import { SignInSteps } from '#app/admin/session/sign-in-steps.tsx'
import { SignOutHere } from '#app/admin/session/sign-out-here.tsx'
import { useHydrated } from '#app/admin/session/use-hydrated.ts'
import { useSite } from '#app/admin/use-site.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { BrandMark } from '#app/ui/brand-mark.tsx'
import { ACCOUNT } from '#domain/admin/staff-messages.ts'
import { returnPath } from '#domain/admin/return-path.ts'

/** Redirects admins who are signed in already. Other signed-in users stay here, which prevents a redirect loop. */
export default function SignIn() {
  const { state } = useLocation()
  // The server does not have the history state, so the first render must not use it.
  const hints = useHydrated() ? (state as SignInHints | null) : null
  const session = useAdminState()
  const isAdmin = session.kind === 'staff'
  const { site } = useSite()
  const navigate = useNavigate()
  // Who has just set up a second factor makes recovery codes first.
  const [hasEnrolled, setHasEnrolled] = useState(false)
  if (session.kind === 'second-factor' && session.missing === 'enroll' && !hasEnrolled) setHasEnrolled(true)
  const target = hasEnrolled ? ACCOUNT.path : returnPath(hints?.from)

  useEffect(() => {
    if (isAdmin) void navigate(target, { replace: true })
  }, [isAdmin, navigate, target])

  return (
    <main id="main" className="sign-in-page" tabIndex={-1}>
      <a className="brand" href="/">
        <BrandMark />
        {site.name}
      </a>
      <h1>Sign in to the back office</h1>
      <UnreachedPage />
      <SignInSteps message={redirectMessage(hints)} onSignedIn={() => {}} />
      {session.kind === 'signed-out' && <ForgotPassword />}
      {'email' in session && !isAdmin && <SignOutHere email={session.email} />}
      <noscript>
        <p>The back office needs JavaScript.</p>
      </noscript>
    </main>
  )
}
