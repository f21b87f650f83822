const PAGES = BUILD_PAGES.map((source) => new RegExp(source))

/** The back office, the contract and what else has nothing to do with pages. */
const NEVER_HANDLED = /^\/(admin|rest|auth|storage|realtime|functions|share|healthz|\.well-known)([-/.]|$)/

/**
 * What a request is for, as far as the worker answers it: a page that may be stored, a navigation to any other address,
 * or a fingerprinted file.
 *
 * @returns null for what goes to the network as if there were no worker
 */
export function kindOfRequest({ method, mode, cache, url, headers }: Request): 'page' | 'other page' | 'asset' | null {
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin || NEVER_HANDLED.test(pathname)) return null
  if (pathname.startsWith('/assets/')) return 'asset'
  const isNavigation = mode === 'navigate'
  // A fetch past every cache is for a part of a page, such as further rows: it is no copy of the page.
  if (!isNavigation && cache === 'no-store') return null
  if (!isNavigation && !(headers.get('accept') ?? '').includes('text/html')) return null
  if (isPagePath(pathname)) return 'page'
  return isNavigation ? 'other page' : null
}

export function isPagePath(pathname: string): boolean {
  return PAGES.some((page) => page.test(pathname))
}

/** Admins may be in the middle of a form. */
export function isAdminPath(pathname: string): boolean {
  return /^\/admin([-/]|$)/.test(pathname)
}
