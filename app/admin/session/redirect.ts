import type { AdminState } from '#app/data/admin-session.ts'
import { SESSION } from '#domain/admin/messages.ts'

export const SIGN_IN_PATH = '/admin/login'

/** State of the sign-in page. It is in the history entry, which a link from another site cannot set. */
export interface SignInHints {
  /** Path to open after sign-in. */
  from?: string
  message?: keyof typeof MESSAGES
}

const MESSAGES = { denied: SESSION.denied, please: SESSION.please, unreachable: SESSION.unreachable }

/**
 * Chooses among the redirects to the sign-in page. Source: docs/behaviour/admin.md#three-redirects.
 *
 * @param here path of the opened page, with its query
 */
export function signInHints(state: AdminState, here: string): SignInHints | null {
  if (state.kind === 'not-admin') return { from: here, message: 'denied' }
  if (state.kind === 'signed-out' && state.byChoice) return null
  if (state.kind === 'signed-out' && state.isUnreachable) return { from: here, message: 'unreachable' }
  return here === '/admin' ? { from: here, message: 'please' } : { from: here }
}

/** @returns the message of a redirect; undefined if it has none */
export function redirectMessage(hints: SignInHints | null): string | undefined {
  return hints?.message && Object.hasOwn(MESSAGES, hints.message) ? MESSAGES[hints.message] : undefined
}
