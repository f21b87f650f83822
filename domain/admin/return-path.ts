/** Where staff go when nothing says where they wanted to go. */
const START = '/admin'

/**
 * The page that sign-in leads back to. Only pages of the back office are accepted, however an address of elsewhere is
 * spelled. Source: security cases, S23; decisions, "Routes".
 *
 * @param wanted whatever the history holds
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
