import { createHmac } from 'node:crypto'
import type { Sql } from 'postgres'
import {
  SIGN_IN_FREE_ATTEMPTS,
  SIGN_IN_KNOWN_DAYS,
  SIGN_IN_LONGEST_PAUSE_S,
  SIGN_IN_PER_MINUTE,
} from '#domain/limits.ts'

interface Attempt {
  /** In lower case. */
  email: string
  /** Address or network of the client */
  client: string
}

export interface AttemptLimits {
  /**
   * @returns seconds to wait, 0 when the attempt may be made, which then counts as failed until it succeeds; and whether
   *   the client has signed in to the account before
   */
  begin(attempt: Attempt): Promise<{ seconds: number; isKnown: boolean }>
  succeeded(attempt: Attempt): Promise<void>
}

/**
 * Limits attempts to sign in: per address by their number in a minute, and per account, after some failures, by pauses
 * that double. Attempts of others lock no user out: an address that has signed in to the account has separate pauses.
 * All servers of a database count together. Source: docs/behaviour/security.md#attempts-to-sign-in
 * @param sql connections that are "service_role"
 * @param secret hides addresses and e-mails from readers of the database
 */
export function createAttemptLimits(sql: Sql, secret: string): AttemptLimits {
  const keyOf = (...parts: string[]) => createHmac('sha256', secret).update(parts.join('\n')).digest('base64url')
  const keysOf = ({ email, client }: Attempt) => ({
    address: keyOf('address', client),
    account: keyOf('account', email),
    known: keyOf('known', email, client),
  })

  return {
    async begin(attempt) {
      const { address, account, known } = keysOf(attempt)
      const longestPause = `${SIGN_IN_LONGEST_PAUSE_S} seconds`
      const [row] = await sql<{ seconds: number; isKnown: boolean }[]>`
        select rules.begin_sign_in(${address}, ${account}, ${known},
                 ${SIGN_IN_PER_MINUTE}, ${SIGN_IN_FREE_ATTEMPTS}, ${longestPause}::interval) as seconds,
               exists (select from sign_in_attempts where key = ${known} and until > clock_timestamp()) as "isKnown"`
      return row ?? { seconds: 0, isKnown: false }
    },

    async succeeded(attempt) {
      const { address, account, known } = keysOf(attempt)
      const knownFor = `${SIGN_IN_KNOWN_DAYS} days`
      await sql`select rules.finish_sign_in(${address}, ${account}, ${known}, ${knownFor}::interval)`
    },
  }
}
