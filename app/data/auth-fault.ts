import { isAuthRetryableFetchError, type AuthError } from '@supabase/supabase-js'
import { SESSION } from '#domain/admin/messages.ts'

/** @returns an error of the sign-in with a message for the user, also when the site could not be reached */
export function authFault(error: AuthError): Error {
  return isAuthRetryableFetchError(error) ? new Error(SESSION.noAnswer) : error
}
