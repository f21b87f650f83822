import { hash, timingSafeEqual } from 'node:crypto'
import type { Keys } from '#backend/supabase-lite/supabase-lite.ts'

/** @returns the role that an API key gives without a token, or null for an unknown key */
export function roleOfKey(key: string, { publishableKey, secretKey }: Keys): 'anon' | 'service_role' | null {
  if (isSame(key, publishableKey)) return 'anon'
  return isSame(key, secretKey) ? 'service_role' : null
}

/** Whether a request has the secret key, as those of the server's operator have. */
export function hasSecretKey(headers: Headers, keys: Keys): boolean {
  return roleOfKey(headers.get('apikey') ?? '', keys) === 'service_role'
}

/** Compares in constant time. */
function isSame(given: string, key: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', key, 'buffer'))
}
