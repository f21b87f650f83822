const NEVER_HANDLED = /^\/(admin|rest|auth|storage|realtime|functions|share|sections|healthz)([-/.]|$)/

/** React Router asks for the data of a client navigation under the page's own path with this ending. */
const DATA = /\.data$/

/**
 * What a request is for, as far as the worker answers it.
 *
 * @param mode of the request: 'navigate' for documents
 * @returns null for what goes to the network as if there were no worker: the back office, the contract, files of others
 */
export function kindOfRequest(url: URL, mode: string): 'page' | 'data' | 'file' | null {
  const { pathname } = url
  if (NEVER_HANDLED.test(pathname)) return null
  if (mode === 'navigate') return /\.\w+$/.test(pathname) ? null : 'page'
  if (DATA.test(pathname)) return 'data'
  return pathname.startsWith('/assets/') ? 'file' : null
}
