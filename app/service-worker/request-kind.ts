import { SERVICE_FOLDERS } from '#domain/app-shell.ts'

const PAGES = BUILD_PAGES.map((source) => new RegExp(source))

/** The admin, the backend API and other paths that are not pages. */
const NEVER_HANDLED = new RegExp(`^/(admin|${SERVICE_FOLDERS.join('|')}|\\.well-known)([-/.]|$)`)

/**
 * Classifies a request by how the worker responds to it: a page that may be saved, a navigation to any other address,
 * or a fingerprinted file.
 *
 * @returns null for a request that the worker leaves to the browser
 */
export function kindOfRequest({ method, mode, cache, url, headers }: Request): 'page' | 'other page' | 'asset' | null {
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin || NEVER_HANDLED.test(pathname)) return null
  if (pathname.startsWith('/assets/')) return 'asset'
  const isNavigation = mode === 'navigate'
  // Scripts fetch parts of a page, such as further rows, with no-store: these are not copies of the page.
  if (!isNavigation && cache === 'no-store') return null
  if (!isNavigation && !(headers.get('accept') ?? '').includes('text/html')) return null
  if (isPagePath(pathname)) return 'page'
  return isNavigation ? 'other page' : null
}

export function isPagePath(pathname: string): boolean {
  return PAGES.some((page) => page.test(pathname))
}

/** Pages of the admin are never navigated or saved: a form may be half filled in. */
export function isAdminPath(pathname: string): boolean {
  return /^\/admin([-/]|$)/.test(pathname)
}
