import { RETRY_MS } from '#domain/limits.ts'
import { FAILURE } from '#domain/messages.ts'
import { element } from '#app/browser/element.ts'

/** Time for which a failed navigation is retried automatically, in milliseconds. */
const RETRY_FOR_MS = 60_000

let bar: HTMLElement | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Shows a bar below the page on screen when a navigation has failed. Retries when the visitor clicks its button, and
 * for a while automatically.
 *
 * @param retry is called with true when it is automatic
 */
export function showFailure(url: URL, retry: (isAutomatic?: boolean) => Promise<void>): void {
  // Another failure of the same navigation does not extend the time.
  const until = Number(bar?.dataset['url'] === url.href && bar.dataset['until']) || performance.now() + RETRY_FOR_MS
  hideFailure()
  const retryNow = () => {
    hideFailure()
    void retry()
  }
  const retryButton = element('button', { type: 'button', class: 'button' }, FAILURE.retry)
  const closeButton = element('button', { type: 'button', class: 'button quiet' }, FAILURE.close)
  const { site = '' } = document.documentElement.dataset
  bar = element(
    'div',
    { class: 'unreachable bar', role: 'alert', 'data-local': '', 'data-url': url.href, 'data-until': String(until) },
    element('p', {}, FAILURE.unreachable(site)),
    retryButton,
    closeButton,
  )
  retryButton.addEventListener('click', retryNow)
  closeButton.addEventListener('click', hideFailure)
  document.body.append(bar)
  const retryOnce = () => {
    if (performance.now() > until || !bar) return
    // The bar stays during the retry; the new page, or another failure, removes it.
    void retry(true)
  }
  timer = setTimeout(retryOnce, RETRY_MS)
}

function hideFailure(): void {
  clearTimeout(timer)
  bar?.remove()
  bar = null
}

/** Stops retrying the failed navigation when another one starts. */
export function cancelOtherRetry(url: URL): void {
  clearTimeout(timer)
  if (bar?.dataset['url'] !== url.href) hideFailure()
}

export function startFailureBar(): void {
  addEventListener('pageshown', hideFailure)
  onPageInput(() => clearTimeout(timer))
}

/** Calls back when the visitor types in the page itself: it must not be replaced by an automatic retry then. */
export function onPageInput(callback: () => void, options?: AddEventListenerOptions): void {
  addEventListener('input', ({ target }) => target instanceof Element && target.closest('main') && callback(), options)
}
