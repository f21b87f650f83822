import { isFromServer, PAGE_PART_TYPE, SERVICE_FOLDERS } from '#domain/app-shell.ts'
import { noteTimeOf } from '#app/browser/time-of-answers.ts'
import { endSignal } from '#domain/end-signal.ts'
import { PAGE_TIMEOUT_MS } from '#domain/limits.ts'

/** What differs between the pages of this site. */
export interface Page {
  main: HTMLElement
  title: string
  metadata: Element[]
}

/** A page that was fetched to be swapped in. */
export interface FetchedPage extends Page {
  /** Final address, after redirects. */
  url: string
  /** Styles of pages of its type. */
  sheet: HTMLStyleElement | null
}

const METADATA =
  'meta[name=description],meta[name=keywords],meta[name=robots],meta[name="twitter:card"],meta[property],link[rel=canonical],link[rel=alternate]'

/** There is no usable response of the server; the page on screen stays. */
export class Unreachable extends Error {}

/** The browser has to navigate: the response has another status than 200, is of another build, or is not a page. */
class NeedsNavigation extends Error {}

interface PageFetch {
  signal?: AbortSignal
  /** The response, if it has been requested already. */
  sent?: Promise<Response> | undefined
  /** Longest wait for the whole page, in milliseconds. */
  time?: number
}

const NO_PAGE = new RegExp(`^/(admin|admin-login|${SERVICE_FOLDERS.join('|')}|assets)(/|$)|\\.\\w{1,11}$`)

/** @returns whether an address is one of this site's pages, as far as the browser can tell */
export function isPageAddress({ origin, pathname }: URL | Location | HTMLAnchorElement): boolean {
  return origin === location.origin && !NO_PAGE.test(pathname)
}

/**
 * Fetches the document at an address of this site.
 *
 * @throws Unreachable, NeedsNavigation, or the reason with which the signal was aborted
 */
export async function fetchPage(
  url: string,
  { signal, sent, time = PAGE_TIMEOUT_MS }: PageFetch = {},
): Promise<FetchedPage> {
  let response: Response
  let html: string
  try {
    const ended = endSignal(time, signal)
    // What has been requested already does not end by this signal.
    const end = new Promise<never>((_, reject) => ended.addEventListener('abort', reject))
    const asked = sent ?? fetch(url, { headers: { accept: PAGE_PART_TYPE }, signal: ended })
    response = await Promise.race([asked, end])
    html = await Promise.race([response.text(), end])
  } catch (error) {
    signal?.throwIfAborted()
    throw new Unreachable('No response', { cause: error })
  }
  const isOwn = isFromServer(response)
  if (response.status >= 502 && response.status <= 504 && !isOwn) throw new Unreachable(`Status ${response.status}`)
  if (response.status !== 200 || !isOwn) throw new NeedsNavigation(`Status ${response.status}`)
  noteTimeOf(response)
  return readPage(html, response.url || url)
}

/** @throws NeedsNavigation when the text is not a page of this build */
export function readPage(html: string, url: string): FetchedPage {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const page = pageIn(parsed)
  const { build } = document.documentElement.dataset
  if (!page || parsed.documentElement.dataset['build'] !== build) throw new NeedsNavigation('Another build')
  return { ...page, url, sheet: parsed.querySelector('style[data-sheet]') }
}

/** @returns the page of a document, or null when the document has none */
export function pageIn(from: Document): Page | null {
  const main = from.querySelector('main')
  return main && { main, title: from.title, metadata: [...from.head.querySelectorAll(METADATA)] }
}
