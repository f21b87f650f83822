import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { redirectMessage, type SignInHints } from '#app/admin/session/redirect.ts'
import { useStaffState } from '#app/admin/session/session-context.tsx'
import { SignInFields } from '#app/admin/session/sign-in-fields.tsx'
import { useHydrated } from '#app/admin/session/use-hydrated.ts'
import { useSite } from '#app/admin/use-site.ts'
import { BrandMark } from '#app/ui/brand-mark.tsx'
import { returnPath } from '#domain/admin/return-path.ts'

/** Staff who are signed in already are sent on; others who are stay here, or they would go round in circles. */
export default function SignIn() {
  const { state } = useLocation()
  // What the server sends knows nothing of the history.
  const hints = useHydrated() ? (state as SignInHints | null) : null
  const isStaff = useStaffState().kind === 'staff'
  const { site } = useSite()
  const navigate = useNavigate()
  const onwards = returnPath(hints?.from)

  useEffect(() => {
    if (isStaff) void navigate(onwards, { replace: true })
  }, [isStaff, navigate, onwards])

  return (
    <main id="main" className="sign-in-page" tabIndex={-1}>
      <a className="brand" href="/">
        <BrandMark />
        {site.name}
      </a>
      <h1>Sign in to the back office</h1>
      <SignInFields key={hints?.message} message={redirectMessage(hints)} onSignedIn={() => {}} />
      <noscript>
        <p>The back office needs JavaScript.</p>
      </noscript>
    </main>
  )
}
