import { onClockOfDevice } from './server-time.ts'

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Where the browser stores its session. What is read has the end of its token by the present clock of this device: the
 * stored one was computed by the clock as it was then, which may have been corrected since.
 * Source: docs/behaviour/admin.md#wrong-clocks
 */
export function openTokenStorage(stored = ownStorage()): Storage {
  return {
    getItem: (key) => withExpiry(stored.getItem(key)),
    setItem: (key, value) => stored.setItem(key, value),
    removeItem: (key) => stored.removeItem(key),
  }
}

function withExpiry(stored: string | null): string | null {
  const session = parsed(stored)
  const [, payload = ''] = typeof session['access_token'] === 'string' ? session['access_token'].split('.') : []
  const { exp } = parsed(decoded(payload))
  const endsAt = typeof exp === 'number' ? onClockOfDevice(exp * 1_000) : null
  return endsAt === null ? stored : JSON.stringify({ ...session, expires_at: Math.floor(endsAt / 1_000) })
}

function parsed(json: string | null): Record<string, unknown> {
  try {
    return { ...JSON.parse(json ?? '{}') }
  } catch {
    return {}
  }
}

/** Source: RFC 7515, appendix C (base64url). */
function decoded(part: string): string | null {
  try {
    return atob(part.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
}

/** The local storage; without it, as when the browser blocks it, a session lasts as long as its page. */
function ownStorage(): Storage {
  try {
    localStorage.getItem('')
    return localStorage
  } catch {
    const values = new Map<string, string>()
    return {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    }
  }
}
