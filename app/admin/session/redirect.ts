import type { StaffState } from '#app/data/staff-session.ts'
import { SESSION } from '#domain/admin/messages.ts'

export const SIGN_IN_PATH = '/admin/login'

/** What the sign-in page is handed in the history entry, where no address from elsewhere can put anything. */
export interface SignInHints {
  /** Where to go on after sign-in. */
  from?: string
  message?: keyof typeof MESSAGES
}

const MESSAGES = { denied: SESSION.denied, please: SESSION.please }

/**
 * The three redirects. Source: specification, section 6; decisions, "Routes".
 *
 * @param here address of the page that was opened, with its query
 */
export function signInHints(state: StaffState, here: string): SignInHints | null {
  if (state.kind === 'not-staff') return { from: here, message: 'denied' }
  if (state.kind === 'signed-out' && state.byChoice) return null
  return here === '/admin' ? { from: here, message: 'please' } : { from: here }
}

/** @returns the words of a redirect, if it has any */
export function redirectMessage(hints: SignInHints | null): string | undefined {
  return hints?.message && Object.hasOwn(MESSAGES, hints.message) ? MESSAGES[hints.message] : undefined
}
