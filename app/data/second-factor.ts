import { isAuthRetryableFetchError, type AuthError } from '@supabase/supabase-js'
import { SECOND_FACTOR } from '#domain/admin/staff-messages.ts'
import type { AdminClient } from './admin-client.ts'
import { authFault } from './auth-fault.ts'
import { BackendError } from './backend-error.ts'

/** A second factor that gets its first code. */
export interface NewFactor {
  id: string
  /** Address of a picture. */
  qrCode: string
  /** The same as letters and digits. */
  secret: string
}

/**
 * Begins to set up a second factor. One that was begun before and got no code is replaced.
 * @throws Error with a message for the user
 */
export async function enrollFactor(client: AdminClient): Promise<NewFactor> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Authenticator app' })
  if (error) throw fault(error)
  // The library puts the picture into the address as it is; addresses have no spaces and angle brackets.
  const picture = data.totp.qr_code.slice(data.totp.qr_code.indexOf('<'))
  return { id: data.id, qrCode: `data:image/svg+xml,${encodeURIComponent(picture)}`, secret: data.totp.secret }
}

/** Code of the error when a code is wrong, or was used before. */
const REJECTED = 'mfa_verification_failed'

/**
 * Gives the session its second factor. A code whose answer was lost may be sent again.
 * @param factor id of the factor; the account's own by default
 * @param code six digits, or a recovery code
 * @throws Error with a message for the user
 */
export async function verifyFactor(client: AdminClient, code: string, factor?: string): Promise<void> {
  const factorId = factor ?? (await ownFactor(client))
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: code.trim() })
  if (error) throw fault(error)
}

/**
 * Turns the second factor off. One that is off already is no error.
 * @throws BackendError when the request failed; Error with a message for the user when it was not sent
 */
export async function removeOwnFactor(client: AdminClient): Promise<void> {
  const factorId = await ownFactor(client)
  const { error } = factorId === '' ? { error: null } : await client.auth.mfa.unenroll({ factorId })
  if (error) throw changeFault(error)
  // The next token says that there is none.
  await client.auth.refreshSession()
}

async function ownFactor(client: AdminClient): Promise<string> {
  const { data, error } = await client.auth.mfa.listFactors()
  if (error) throw fault(error)
  return data.totp[0]?.id ?? ''
}

/** Without an answer of the server, which may have made the change all the same, the error has no message. */
function changeFault(error: AuthError): BackendError {
  const message = isAuthRetryableFetchError(error) ? '' : fault(error).message
  return new BackendError(message, { code: error.code ?? '', status: error.status ?? 0 })
}

function fault(error: AuthError): Error {
  if (error.code === 'reauthentication_needed') return new Error(SECOND_FACTOR.signInAgain)
  return error.code === REJECTED ? new Error(SECOND_FACTOR.wrong) : authFault(error)
}
