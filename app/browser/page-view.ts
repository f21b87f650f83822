import { onPage } from './shown-page.ts'

/** Longest path that is sent, in characters. */
const PATH_MAX = 512

/** Pause after a page is shown, so that a view does not compete with the request of an early tap, in milliseconds. */
const PAUSE_MS = 1_000

/**
 * Counts a view of every page that is shown: sends its path and the user agent, nothing that identifies the visitor. A
 * page that is left before the pause ends is counted, too; failures are ignored. What is shown in place of a page that
 * cannot be reached is no view. The page that replaces its saved copy is the same view, unless that could not be sent.
 */
export function startPageViews(): void {
  const { key = '' } = document.documentElement.dataset
  const address = `/rest/v1/analytics_events?${new URLSearchParams({ apikey: key })}`
  let shown = ''
  /** Path of the saved copy on screen, whose view was sent. */
  let copied = ''
  const send = () => {
    if (!shown) return
    const view = { event_type: 'page_view', page: shown.slice(0, PATH_MAX), user_agent: navigator.userAgent }
    shown = ''
    const body = new Blob([JSON.stringify(view)], { type: 'application/json' })
    if (!navigator.sendBeacon(address, body)) {
      void fetch(address, { method: 'POST', body, keepalive: true }).catch(() => undefined)
    }
  }
  addEventListener('pageshown', () => {
    const { pathname } = location
    if (copied !== pathname) {
      send()
      shown = onPage('[data-retry]') ? '' : pathname
      // Timers are not cleared: if the page before was shown less than a pause ago, its timer sends this view, earlier.
      setTimeout(send, PAUSE_MS)
    }
    copied = navigator.onLine && onPage('.saved-copy') ? pathname : ''
  })
  addEventListener('pagehide', send)
}
