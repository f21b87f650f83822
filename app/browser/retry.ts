import { PAGE_HEADER, SAVED_AT_HEADER, SAVED_PAGES } from '#domain/app-shell.ts'
import { LATE_ANSWER_MS, RETRY_MS } from '#domain/limits.ts'
import { onWorkerMessage } from './worker-messages.ts'

/**
 * A document in place of a page that could not be had, the mark of a saved copy, and the server's line after a failure.
 * Lines of scripts (data-local) have a way of their own to ask again.
 */
const WAITING = '[data-retry], .saved-copy, .unreachable:not([data-local])'

/** The link that asks again. Without this script it loads the page again. */
const RETRY_LINK = '[data-retry] > a.button, .unreachable > a.button'

/**
 * While the page on the screen is not what the server has, asks for its address every few seconds: also at once when the
 * network comes back, when the page is looked at again, and when the visitor asks for it. Not while it is hidden. The
 * service worker also announces when it has the newer page.
 *
 * @param onAnswer gets the page that the server has sent, to be shown in place of this one
 */
export function startRetry(onAnswer: (response: Response) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | null = null

  const schedule = () => {
    clearTimeout(timer)
    if (!document.hidden && isWaiting()) timer = setTimeout(askIfWaiting, RETRY_MS)
  }
  const askIfWaiting = () => {
    if (isWaiting()) void (navigator.onLine ? ask() : schedule())
  }

  async function ask(): Promise<void> {
    clearTimeout(timer)
    request?.abort()
    const current = (request = new AbortController())
    const address = location.href
    const response = await fetchPage(address, current)
    if (request !== current) return
    request = null
    if (response && address === location.href && isWaiting()) onAnswer(response)
    schedule()
  }

  async function takeFromCache(): Promise<void> {
    const address = location.href
    const response = await (await caches.open(SAVED_PAGES)).match(address, { ignoreVary: true })
    if (address !== location.href) return
    if (response) onAnswer(response)
    else await ask()
  }

  addEventListener('pageshown', schedule)
  addEventListener('online', askIfWaiting)
  onWorkerMessage((message) => {
    const isHere = message.type === 'fresh' && message.url === withoutFragment(location.href)
    if (isHere && isWaiting()) void takeFromCache()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer)
    else askIfWaiting()
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest(RETRY_LINK) : null
    if (!link || !isForThisPage(link)) return
    event.preventDefault()
    link.setAttribute('aria-busy', 'true')
    void ask().finally(() => link.removeAttribute('aria-busy'))
  })
  // The network may have come back before this script started.
  if (document.querySelector('.saved-copy')) askIfWaiting()
  else schedule()
}

/** A line may have a link to another page, one that was asked for: that is left to the visitor. */
function isWaiting(): boolean {
  return [...document.querySelectorAll(WAITING)].some((element) => {
    const link = element.querySelector('a.button')
    return !link || isForThisPage(link)
  })
}

function isForThisPage(link: Element): boolean {
  const address = new URL(link.getAttribute('href') ?? '', location.href)
  return address.href === withoutFragment(location.href)
}

function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? url
}

/** @returns null for a failure, and for what the service worker answers in place of the server */
async function fetchPage(address: string, controller: AbortController): Promise<Response | null> {
  const timer = setTimeout(() => controller.abort(), LATE_ANSWER_MS)
  try {
    const response = await fetch(address, { headers: { accept: 'text/html' }, signal: controller.signal })
    const { status, headers } = response
    const isPage = status < 500 && status !== 429 && !headers.has(SAVED_AT_HEADER)
    if (isPage && headers.get(PAGE_HEADER) === 'page') return response
    await response.body?.cancel()
    return null
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
