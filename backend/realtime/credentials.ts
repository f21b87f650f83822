import type postgres from 'postgres'
import { roleOfKey } from '#backend/auth/api-key.ts'
import type { Keys } from '#backend/supabase-lite/supabase-lite.ts'
import { readAccessToken, TokenError } from './access-token.ts'
import type { Reader } from './visibility.ts'

/** The reader that a channel acts for, and its expiry. */
export interface Identity {
  reader: Reader
  /** Seconds since the epoch; null for keys, which do not expire. */
  expiresAt: number | null
  /** null for identities without a session. */
  sessionId: string | null
}

export interface Credentials {
  /** @returns the identity of an API key, or null for an unknown key */
  ofKey(key: string): Identity | null
  /**
   * @returns the identity of a token or an API key
   * @throws TokenError when it is invalid or has expired
   */
  ofToken(token: string): Promise<Identity>
  /** @returns those sessions that still exist */
  activeSessions(sessionIds: string[]): Promise<ReadonlySet<string>>
}

const visitor: Identity = { reader: { key: 'anon', role: 'anon', claims: {} }, expiresAt: null, sessionId: null }
const server: Identity = {
  reader: { key: 'service_role', role: 'service_role', claims: {} },
  expiresAt: null,
  sessionId: null,
}

interface CredentialsOptions {
  /** Connection of the database owner, who may read sessions. */
  sql: postgres.Sql
  keys: Keys
}

export function createCredentials({ sql, keys }: CredentialsOptions): Credentials {
  const ofKey = (key: string) => {
    const role = roleOfKey(key, keys)
    return role && { anon: visitor, service_role: server }[role]
  }

  const activeSessions = async (sessionIds: string[]): Promise<ReadonlySet<string>> => {
    const sessions = await sql<{ id: string }[]>`select id from auth.sessions
      where id = any (${sessionIds}::uuid[]) and (not_after is null or not_after > now())`
    return new Set(sessions.map(({ id }) => id))
  }

  return {
    ofKey,
    activeSessions,
    ofToken: async (token) => {
      const identity = ofKey(token)
      if (identity) return identity
      const { role, claims } = await readAccessToken(token, keys.jwtSecret)
      const { exp, iat: _issued, ...lasting } = claims
      const sessionId = claims.session_id ?? null
      if (sessionId && !(await activeSessions([sessionId])).has(sessionId)) throw new TokenError(sessionOver)
      // A refreshed token of the same session has the same key.
      return { reader: { key: JSON.stringify(lasting), role, claims }, expiresAt: exp, sessionId }
    },
  }
}

export const sessionOver = 'InvalidJWTToken: The session of this token has ended'
