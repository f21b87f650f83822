import { useEffect, useEffectEvent, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { Checking } from '#app/admin/session/checking.tsx'
import { useUnsavedWorkGuard } from '#app/admin/session/unsaved-work.tsx'
import { SIGN_IN_PATH, signInHints } from '#app/admin/session/redirect.ts'
import { useStaffState } from '#app/admin/session/session-context.tsx'
import { AdminShell } from './admin-shell.tsx'

/** The door: nothing behind it is drawn before the database has said that this is staff. */
export default function BackOffice() {
  const state = useStaffState()
  const { isHeld, askToSignIn } = useUnsavedWorkGuard()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [wasStaff, setWasStaff] = useState(false)
  if (state.kind === 'staff' && !wasStaff) setWasStaff(true)

  const leave = useEffectEvent(() => {
    const isByChoice = state.kind === 'signed-out' && state.byChoice
    if (wasStaff && !isByChoice && isHeld()) void askToSignIn()
    else void navigate(SIGN_IN_PATH, { replace: true, state: signInHints(state, pathname + search) })
  })
  useEffect(() => {
    if (state.kind === 'signed-out' || state.kind === 'not-staff') leave()
  }, [state])

  return wasStaff ? (
    <AdminShell>
      <Outlet />
    </AdminShell>
  ) : (
    <Checking />
  )
}
