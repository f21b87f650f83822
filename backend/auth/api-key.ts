import { hash, timingSafeEqual } from 'node:crypto'
import type { Keys } from './supabase-lite.ts'

/** @returns the role that an API key gives without a token, or null for an unknown key */
export function roleOfKey(key: string, { publishableKey, secretKey }: Keys): 'anon' | 'service_role' | null {
  if (isSame(key, publishableKey)) return 'anon'
  return isSame(key, secretKey) ? 'service_role' : null
}

/** Compares in constant time. */
function isSame(given: string, key: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', key, 'buffer'))
}
