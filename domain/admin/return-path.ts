/** The page after sign-in when no other one was requested. */
const START = '/admin'

/**
 * The page that sign-in leads back to. Only paths of the admin are accepted, to prevent redirects to other sites.
 * Source: docs/behaviour/security.md#return-address-after-sign-in.
 *
 * @param wanted value of the history entry, of any type
 * @returns a path of this site, with its query
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !/^\/admin(?=[/?]|$)/.test(wanted)) return START
  const path = wanted.split(/[?#]/)[0] ?? ''
  const isPlain = /^[\w/-]*$/.test(path) && !path.includes('//')
  const hasControls = /[^\x20-\x7e]|\\/.test(wanted)
  const isSignIn = /^\/admin\/login(\/|$)/.test(path)
  return isPlain && !hasControls && !isSignIn ? wanted : START
}
