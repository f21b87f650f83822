import { hash, timingSafeEqual } from 'node:crypto'
import type postgres from 'postgres'
import type { Keys, SupabaseLite } from '#backend/supabase-lite.ts'
import { readAccessToken, TokenError } from './access-token.ts'
import type { Reader } from './visibility.ts'

/** Who a channel acts for, and until when. */
export interface Identity {
  reader: Reader
  /** Seconds since the epoch; null for keys, which do not expire. */
  expiresAt: number | null
  /** null when no session stands behind it. */
  sessionId: string | null
}

export interface Credentials {
  /** @returns who has this key, or null when it is none of ours */
  ofKey(key: string): Identity | null
  /**
   * @returns who has this token or key
   * @throws TokenError when it does not count, or not any more
   */
  ofToken(token: string): Promise<Identity>
  /** @returns those sessions that still exist */
  living(sessionIds: string[]): Promise<ReadonlySet<string>>
}

const visitor: Identity = { reader: { key: 'anon', role: 'anon', claims: {} }, expiresAt: null, sessionId: null }
const server: Identity = {
  reader: { key: 'service_role', role: 'service_role', claims: {} },
  expiresAt: null,
  sessionId: null,
}

interface CredentialsOptions {
  /** Connection of the database owner, who may see sessions. */
  sql: postgres.Sql
  tables: Pick<SupabaseLite, 'fetch'>
  keys: Keys
}

export function createCredentials({ sql, tables, keys }: CredentialsOptions): Credentials {
  const ofKey = (key: string) => {
    if (isSame(key, keys.publishableKey)) return visitor
    return isSame(key, keys.secretKey) ? server : null
  }

  const living = async (sessionIds: string[]): Promise<ReadonlySet<string>> => {
    const sessions = await sql<{ id: string }[]>`select id from auth.sessions
      where id = any (${sessionIds}::uuid[]) and (not_after is null or not_after > now())`
    return new Set(sessions.map(({ id }) => id))
  }

  return {
    ofKey,
    living,
    ofToken: async (token) => {
      const identity = ofKey(token)
      if (identity) return identity
      const { role, claims } = await readAccessToken(token, tables, keys.publishableKey)
      const { exp, iat: _issued, ...lasting } = claims
      const sessionId = claims.session_id ?? null
      if (sessionId && !(await living([sessionId])).has(sessionId)) throw new TokenError(sessionOver)
      // A fresh token of the same session sees the same.
      return { reader: { key: JSON.stringify(lasting), role, claims }, expiresAt: exp, sessionId }
    },
  }
}

export const sessionOver = 'InvalidJWTToken: The session of this token has ended'

/** In a time that tells nothing about how much of it is right. */
function isSame(given: string, key: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', key, 'buffer'))
}
