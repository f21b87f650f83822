/** A document of this site that was fetched to be swapped in. */
export interface PageDocument {
  /** Final address, after redirects. */
  url: string
  document: Document
  main: HTMLElement
}

/** The server or the network gave no usable answer: the page on screen stays. */
export class Unreachable extends Error {}

/** There is an answer, but only the browser itself can show it: another status, another build, no page. */
class NeedsNavigation extends Error {}

/** How long an answer may take before the browser is left to wait for it by itself, in milliseconds. */
const FETCH_TIMEOUT_MS = 20_000

const NO_PAGE = /^\/(admin|admin-login|rest|auth|storage|functions|realtime|share|assets)(\/|$)|\.\w{1,11}$/

/** @returns whether an address is one of this site's pages, as far as the browser can tell */
export function isPageAddress({ origin, pathname }: URL | Location | HTMLAnchorElement): boolean {
  return origin === location.origin && !NO_PAGE.test(pathname)
}

/**
 * Fetches the document at an address of this site.
 *
 * @param sent the answer, when it has been asked for already
 * @throws Unreachable, NeedsNavigation, or the reason with which the signal was aborted
 */
export async function fetchPage(url: string, signal?: AbortSignal, sent?: Promise<Response>): Promise<PageDocument> {
  const timeout = AbortSignal.timeout(FETCH_TIMEOUT_MS)
  let response: Response
  let html: string
  try {
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout
    response = await (sent ?? fetch(url, { headers: { accept: 'text/html' }, signal: either }))
    html = await response.text()
  } catch (error) {
    signal?.throwIfAborted()
    throw new Unreachable('No answer', { cause: error })
  }
  const isOwn = response.headers.get('x-suchana') === 'page'
  if (response.status >= 502 && response.status <= 504 && !isOwn) throw new Unreachable(`Status ${response.status}`)
  if (response.status !== 200 || !isOwn) throw new NeedsNavigation(`Status ${response.status}`)
  return readPage(html, response.url || url)
}

/** @throws NeedsNavigation when the text is no page of the build that is on screen */
export function readPage(html: string, url: string): PageDocument {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const main = parsed.querySelector('main')
  const { build } = document.documentElement.dataset
  if (!main || parsed.documentElement.dataset['build'] !== build) throw new NeedsNavigation('Another build')
  return { url, document: parsed, main }
}
