import { isFromServer, SAVED_AT_HEADER, SAVED_PAGES } from '#domain/app-shell.ts'
import { LATE_RESPONSE_MS, RETRY_MS } from '#domain/limits.ts'
import { endSignal } from '#domain/end-signal.ts'
import { onWorkerMessage } from './worker-messages.ts'
import { allOnPage, onPage, shownMain } from '#app/browser/shown-page.ts'

/**
 * Elements of pages that are retried: the offline document in place of an unreachable page, the mark of a saved copy, and
 * the server's line after a failure. Lines that scripts insert (data-local) have retries of their own.
 */
const WAITING = '[data-retry], .saved-copy, .unreachable:not([data-local])'

/** The link that retries. Without this script it reloads the page. */
const RETRY_LINK = '[data-retry] > a.button, .unreachable > a.button'

/**
 * While the page on screen is a substitute for the one of the server, requests its address every few seconds, and at
 * once when the network is back, when the page becomes visible again, and when the visitor clicks the link. A hidden page
 * requests nothing. The service worker also announces a newer page, which is then read from its cache. While the visitor
 * fills in something on the page, only the link replaces it.
 *
 * @param replace gets the document that replaces this one
 */
export function startRetry(replace: (html: string) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | null = null

  const schedule = () => {
    clearTimeout(timer)
    if (!document.hidden && isWaiting()) timer = setTimeout(requestIfWaiting, RETRY_MS)
  }
  const requestIfWaiting = () => {
    if (isWaiting()) void (navigator.onLine && !isFilledIn() ? requestPage() : schedule())
  }

  async function requestPage(isAsked = false): Promise<void> {
    clearTimeout(timer)
    request?.abort()
    const current = (request = new AbortController())
    const address = location.href
    const html = await fetchPage(address, endSignal(LATE_RESPONSE_MS, current.signal))
    if (request !== current) return
    request = null
    if (html && address === location.href && isWaiting() && (isAsked || !isFilledIn())) replace(html)
    schedule()
  }

  async function takeFromCache(): Promise<void> {
    const address = location.href
    const response = await (await caches.open(SAVED_PAGES)).match(address, { ignoreVary: true })
    const html = await response?.text()
    if (address !== location.href || !isWaiting() || isFilledIn()) return
    if (html) replace(html)
    else await requestPage()
  }

  document.addEventListener('input', ({ target }) => {
    const field = target as HTMLInputElement
    if (field.type !== 'radio') field.closest('main')?.setAttribute('data-typed', '')
  })
  addEventListener('pageshown', schedule)
  addEventListener('online', requestIfWaiting)
  onWorkerMessage((message) => {
    const isHere = message.type === 'fresh' && message.url === withoutFragment(location.href)
    if (isHere && isWaiting()) void takeFromCache()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer)
    else requestIfWaiting()
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest(RETRY_LINK) : null
    if (!link || !isForThisPage(link)) return
    event.preventDefault()
    link.setAttribute('aria-busy', 'true')
    void requestPage(true).finally(() => link.removeAttribute('aria-busy'))
  })
  // The network may have come back before this script started.
  if (onPage('.saved-copy, [data-retry]')) requestIfWaiting()
  else schedule()
}

/** Whether the page on screen is to be retried. A line with a link to another page that the visitor requested does not count. */
function isWaiting(): boolean {
  return allOnPage(WAITING).some((element) => {
    const link = element.querySelector('a.button')
    return !link || isForThisPage(link)
  })
}

/** Whether the visitor has typed into the page, or is about to. */
function isFilledIn(): boolean {
  return shownMain()?.dataset['typed'] !== undefined || !!onPage(':is(input,textarea):focus')
}

function isForThisPage(link: Element): boolean {
  const address = new URL(link.getAttribute('href') ?? '', location.href)
  return address.href === withoutFragment(location.href)
}

function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? url
}

/** @returns the document; null for a failure, and for a response that the service worker sends in place of the server */
async function fetchPage(address: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(address, { headers: { accept: 'text/html' }, signal })
    const { status, headers } = response
    const isPage = status < 500 && status !== 429 && !headers.has(SAVED_AT_HEADER)
    if (isPage && isFromServer(response)) return await response.text()
    await response.body?.cancel()
    return null
  } catch {
    return null
  }
}
