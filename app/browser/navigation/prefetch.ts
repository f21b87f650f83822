import { PAGE_TIMEOUT_MS, PREFETCHED_PAGES, PREFETCHED_PAGE_MS, PREFETCHED_NOTICES } from '#domain/limits.ts'
import { whenIdle } from '#app/browser/when-idle.ts'
import { savesData } from '#app/browser/save-data.ts'
import { fetchPage, isPageAddress, type FetchedPage } from './page-document.ts'
import { loading } from './progress.ts'
import { allOnPage } from '#app/browser/shown-page.ts'

interface Fetched {
  at: number
  page: Promise<FetchedPage>
  abort: () => void
}

/** Time for which the pointer has to rest on a link before its page is fetched, in milliseconds. */
const HOVER_MS = 65

/** Timer that runs while the pointer rests on a link. */
let hover: ReturnType<typeof setTimeout> | undefined

/** Each pass over the first notices remembers its number and ends as soon as this one is higher: after a newer pass, or a request of the visitor. */
let lastPass = 0

/** Prefetched pages, including those in flight, by address, the oldest first. */
const fetched = new Map<string, Fetched>()

/**
 * Gets the page at an address: a prefetched one, or a new one. A prefetched page is used once, because its elements are
 * moved into the document.
 */
export function takePage(url: string, signal: AbortSignal): Promise<FetchedPage> {
  // The visitor may have opened the link before the hover time was over.
  clearTimeout(hover)
  const prefetched = fetched.get(url)
  fetched.delete(url)
  stopPrefetching()
  const begin = performance.now()
  if (!prefetched || begin - prefetched.at > PREFETCHED_PAGE_MS) return fetchPage(url, { signal })
  // A failed prefetch is retried, because the network may be back, in what is left of the time.
  return prefetched.page.catch(() => fetchPage(url, { signal, time: begin + PAGE_TIMEOUT_MS - performance.now() }))
}

/** Aborts prefetches in flight and those still to come, so that what the visitor requests gets the whole bandwidth. */
export function stopPrefetching(): void {
  lastPass += 1
  for (const { abort } of fetched.values()) abort()
}

/**
 * Prefetches a page, unless one is being opened: it gets the whole bandwidth, and may be the same one. Failures are
 * ignored, because the visitor has not requested it.
 *
 * @param sent the response, if it has been requested already
 */
export async function prefetch({ href }: { href: string }, sent?: Promise<Response>): Promise<void> {
  const url = href.split('#', 1)[0] ?? ''
  const known = fetched.get(url)
  if (loading || (known && performance.now() - known.at < PREFETCHED_PAGE_MS)) return
  const controller = new AbortController()
  const page = fetchPage(url, { signal: controller.signal, sent })
  const entry = { at: performance.now(), page, abort: () => controller.abort() }
  fetched.delete(url)
  fetched.set(url, entry)
  const oldest = fetched.keys().next()
  if (fetched.size > PREFETCHED_PAGES && !oldest.done) fetched.delete(oldest.value)
  await page.catch(() => fetched.get(url) === entry && fetched.delete(url))
}

/**
 * Prefetches links on hover, press and focus, and the first notices of a list when the page is idle. Does nothing for
 * visitors who save data.
 */
export function startPrefetch(): void {
  if (savesData()) return
  const start = (link: HTMLAnchorElement) => void prefetch(link)
  document.addEventListener('pointerdown', (event) => withLink(event, start), { passive: true })
  document.addEventListener('focusin', (event) => withLink(event, start))
  document.addEventListener(
    'pointerover',
    (event) => {
      clearTimeout(hover)
      withLink(event, (link) => {
        hover = setTimeout(start, HOVER_MS, link)
      })
    },
    { passive: true },
  )
  addEventListener('pageshown', () => void prefetchFirst())
  addEventListener('resultsshown', () => void prefetchFirst())
}

/** When the page is idle, prefetches one page after the other, so that little is wasted when the visitor requests another. */
async function prefetchFirst(): Promise<void> {
  lastPass += 1
  const pass = lastPass
  await whenIdle()
  const links = allOnPage<HTMLAnchorElement>('.notice-list > li a[href^="/"]')
  for (const link of links.slice(0, PREFETCHED_NOTICES)) if (pass === lastPass) await prefetch(link)
}

/** Calls back with the link that an event is about, if it leads to another page of this site. */
function withLink(event: Event, action: (link: HTMLAnchorElement) => void): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target || link.hasAttribute('download') || !isPageAddress(link)) return
  // 'Show more' fetches the rows itself.
  const isHere = link.pathname === location.pathname && (link.search === location.search || 'more' in link.dataset)
  if (!isHere) action(link)
}
