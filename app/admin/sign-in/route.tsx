import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { redirectMessage, type SignInHints } from '#app/admin/session/redirect.ts'
import { useAdminState } from '#app/admin/session/session.ts'
import { SignInFields } from '#app/admin/session/sign-in-fields.tsx'
import { useHydrated } from '#app/admin/session/use-hydrated.ts'
import { useSite } from '#app/admin/use-site.ts'
import { BrandMark } from '#app/ui/brand-mark.tsx'
import { returnPath } from '#domain/admin/return-path.ts'

/** Redirects admins who are signed in already. Other signed-in users stay here, which prevents a redirect loop. */
export default function SignIn() {
  const { state } = useLocation()
  // The server does not have the history state, so the first render must not use it.
  const hints = useHydrated() ? (state as SignInHints | null) : null
  const isAdmin = useAdminState().kind === 'admin'
  const { site } = useSite()
  const navigate = useNavigate()
  const target = returnPath(hints?.from)

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
      <SignInFields key={hints?.message} message={redirectMessage(hints)} onSignedIn={() => {}} />
      <noscript>
        <p>The back office needs JavaScript.</p>
      </noscript>
    </main>
  )
}
