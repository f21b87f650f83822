import type { Sql } from 'postgres'
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/limits.ts'
import { SIGN_IN_LIMIT } from '#domain/messages.ts'
import { passwordFault } from '#domain/password.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import type { PasswordHashes } from './password-hashes.ts'
import { signInError, tooManyAttempts } from './sign-in-error.ts'

interface Parts {
  /** Connections that are "service_role". */
  sql: Sql
  limits: AttemptLimits
  passwords: PasswordHashes
}

interface PasswordChange {
  /** Id of the session that asks for it. */
  session: string
  /** As they were sent. */
  password: unknown
  currentPassword: unknown
  /** Whether the session began by a link a moment ago, for which no password was asked. */
  isByLink: boolean
  /** Address or network of the client; attempts without it are not limited. */
  client: string | undefined
}

/**
 * Changes the password of a signed-in account, whose current password is needed too: an unattended browser or a stolen
 * token must not be enough. A wrong one counts as a failed sign-in. The other sessions of the account end.
 * Source: docs/behaviour/security.md#changing-the-password
 * @returns an error response, or null when it was changed or the session does not exist
 * @throws TooManyWaiting
 */
export async function changeOwnPassword(
  { sql, limits, passwords }: Parts,
  { session, password, currentPassword, isByLink, client }: PasswordChange,
): Promise<Response | null> {
  const weakness = refuseWeak(password)
  if (weakness) return weakness
  if (isByLink) return store()
  if (typeof currentPassword !== 'string' || currentPassword === '') return currentPasswordError('required')
  const [account] = await sql<{ email: string; hash: string }[]>`
    select email, password_hash as hash from rules.password_of_session(${session})`
  if (!account) return null
  const attempt = client === undefined ? null : { email: account.email, client }
  const { seconds } = attempt ? await limits.begin(attempt) : { seconds: 0 }
  if (seconds > 0) return tooManyAttempts(SIGN_IN_LIMIT.wait(seconds), seconds)
  if (!(await passwords.matches(currentPassword, account.hash, 'known'))) return currentPasswordError('invalid')
  if (attempt) await limits.succeeded(attempt)
  if (password === currentPassword)
    return signInError(422, {
      code: 'same_password',
      message: 'New password should be different from the old password.',
    })
  return store()

  async function store(): Promise<null> {
    const hash = await passwords.create(String(password), 'known')
    await sql`select rules.change_password(${session}, ${hash})`
    return null
  }
}

/** Source: supabase/auth, internal/api/password.go. @returns null for a password that an account may have */
export function refuseWeak(password: unknown): Response | null {
  const fault = typeof password === 'string' ? passwordFault(password) : 'short'
  if (fault === null) return null
  if (fault === 'short')
    return signInError(422, {
      code: 'weak_password',
      message: `Password should be at least ${PASSWORD_MIN} characters.`,
      weak_password: { reasons: ['length'] },
    })
  const message = `Password cannot be longer than ${PASSWORD_MAX} bytes`
  return signInError(400, { code: 'validation_failed', message })
}

function currentPasswordError(reason: 'required' | 'invalid'): Response {
  const message = 'Current password required when setting new password.'
  return signInError(400, { code: `current_password_${reason}`, message })
}
