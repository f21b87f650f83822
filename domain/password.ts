import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts'

/**
 * Whether an admin may have this password. The upper limit is in bytes, because the hash ignores all further bytes.
 * Source: docs/behaviour/admin.md#who-may-enter
 * @returns what is wrong with it, or null
 */
export function passwordFault(password: string): 'short' | 'long' | null {
  if (password.length < PASSWORD_MIN) return 'short'
  return new TextEncoder().encode(password).length > PASSWORD_MAX ? 'long' : null
}
