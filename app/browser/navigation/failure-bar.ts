import { RETRY_MS } from '#domain/limits.ts'
import { FAILURE } from '#domain/messages.ts'
import { element } from '#app/browser/element.ts'

/** A page that was asked for is asked for again by itself for so long, in milliseconds; later the reader has to. */
const RETRY_FOR_MS = 60_000

let bar: HTMLElement | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Says, below the page that stays on screen, that the site could not be reached. Asks again when the reader wants it, and
 * for a while by itself.
 */
export function showFailure(url: URL, retry: () => Promise<void>): void {
  const until = Number(bar?.dataset['url'] === url.href && bar.dataset['until']) || performance.now() + RETRY_FOR_MS
  hideFailure()
  const again = () => {
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
  retryButton.addEventListener('click', again)
  closeButton.addEventListener('click', hideFailure)
  document.body.append(bar)
  const askAgain = () => {
    if (performance.now() > until || !bar) return
    // The bar stays meanwhile; a page that arrives, or another failure, takes it away.
    void retry()
  }
  timer = setTimeout(askAgain, RETRY_MS)
}

function hideFailure(): void {
  clearTimeout(timer)
  bar?.remove()
  bar = null
}

/** Another page is asked for now: the one that failed is not asked for any more. */
export function giveUpOtherThan(url: URL): void {
  clearTimeout(timer)
  if (bar?.dataset['url'] !== url.href) hideFailure()
}

export function startFailureBar(): void {
  addEventListener('pageshown', hideFailure)
}
