import { PREFETCHED_PAGES, PREFETCHED_PAGE_MS, PREFETCHED_NOTICES } from '#domain/limits.ts'
import { whenIdle } from '#app/browser/when-idle.ts'
import { savesData } from '#app/browser/saves-data.ts'
import { fetchPage, isPageAddress, type PageDocument } from './page-document.ts'

interface Fetched {
  at: number
  page: Promise<PageDocument>
  abort: () => void
}

/** Time that the pointer rests on a link before its page is fetched, in milliseconds. */
const HOVER_MS = 65

/** Runs out while the pointer rests on a link. */
let hover: ReturnType<typeof setTimeout> | undefined

/** Pages that were fetched lately or are on their way, by address, the oldest first. */
const fetched = new Map<string, Fetched>()

/**
 * The page at an address: the one that was fetched ahead, or a new one. A page is taken once, because its elements move
 * into the document.
 */
export function takePage(url: string, signal: AbortSignal): Promise<PageDocument> {
  // The link was pressed sooner than that.
  clearTimeout(hover)
  const ahead = fetched.get(url)
  fetched.delete(url)
  stopPrefetching()
  if (!ahead || performance.now() - ahead.at > PREFETCHED_PAGE_MS) return fetchPage(url, signal)
  // A prefetch that failed says nothing about now.
  return ahead.page.catch(() => fetchPage(url, signal))
}

/** The page that was asked for gets the whole line: what else is on its way is given up. Pages that have arrived stay. */
function stopPrefetching(): void {
  for (const { abort } of fetched.values()) abort()
}

/**
 * A failure changes nothing: the reader has not asked for this page.
 *
 * @param sent the answer, when it has been asked for already
 */
export async function prefetch({ href }: { href: string }, sent?: Promise<Response>): Promise<void> {
  const url = href.split('#', 1)[0] ?? ''
  const known = fetched.get(url)
  if (known && performance.now() - known.at < PREFETCHED_PAGE_MS) return
  const stop = new AbortController()
  const page = fetchPage(url, stop.signal, sent)
  const entry = { at: performance.now(), page, abort: () => stop.abort() }
  fetched.delete(url)
  fetched.set(url, entry)
  const oldest = fetched.keys().next()
  if (fetched.size > PREFETCHED_PAGES && !oldest.done) fetched.delete(oldest.value)
  await page.catch(() => fetched.get(url) === entry && fetched.delete(url))
}

/** Fetches what the reader points at, and the first notices of a list once the page is idle. Not for those who save data. */
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
  addEventListener('pageshown', () => void whenIdle().then(prefetchFirst))
}

/** One after the other, so that little is lost when the reader goes elsewhere. */
async function prefetchFirst(): Promise<void> {
  const main = document.querySelector('main')
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.notice-list > li a[href^="/"]')]
  for (const link of links.slice(0, PREFETCHED_NOTICES)) if (main?.isConnected) await prefetch(link)
}

function withLink(event: Event, act: (link: HTMLAnchorElement) => void): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target || link.hasAttribute('download') || !isPageAddress(link)) return
  const isHere = link.pathname === location.pathname && link.search === location.search
  if (!isHere) act(link)
}
