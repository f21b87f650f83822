import { createHmac } from 'node:crypto'
import type { Sql } from 'postgres'
import {
  SIGN_IN_FREE_ATTEMPTS,
  SIGN_IN_KNOWN_DAYS,
  SIGN_IN_LONGEST_PAUSE_S,
  SIGN_IN_PER_MINUTE,
} from '#domain/limits.ts'

export interface Attempt {
  /** As it was typed */
  email: string
  /** Address or network of whoever tries */
  client: string
}

/**
 * How often one may try to sign in: from one address so many times a minute, with one account after some failures only
 * with pauses that double. Nobody is locked out: who has signed in from an address before has pauses of their own there.
 * All servers of a database count together. Source: security cases, S27
 * @param sql connections that are "service_role"
 * @param secret hides addresses and e-mails from readers of the database
 */
export function createAttemptLimits(sql: Sql, secret: string) {
  const keyOf = (...parts: string[]) => createHmac('sha256', secret).update(parts.join('\n')).digest('base64url')
  const keysOf = ({ email, client }: Attempt) => ({
    address: keyOf('address', client),
    account: keyOf('account', email.toLowerCase()),
    known: keyOf('known', email.toLowerCase(), client),
  })

  return {
    /** @returns seconds to wait; 0 when the attempt may be made, which then counts as failed until it succeeds */
    async begin(attempt: Attempt): Promise<number> {
      const { address, account, known } = keysOf(attempt)
      const longestPause = `${SIGN_IN_LONGEST_PAUSE_S} seconds`
      const [row] = await sql<{ seconds: number }[]>`select rules.begin_sign_in(${address}, ${account}, ${known},
        ${SIGN_IN_PER_MINUTE}, ${SIGN_IN_FREE_ATTEMPTS}, ${longestPause}::interval) as seconds`
      return row?.seconds ?? 0
    },

    async succeeded(attempt: Attempt): Promise<void> {
      const { address, account, known } = keysOf(attempt)
      const knownFor = `${SIGN_IN_KNOWN_DAYS} days`
      await sql`select rules.finish_sign_in(${address}, ${account}, ${known}, ${knownFor}::interval)`
    },
  }
}
