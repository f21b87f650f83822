/** Longest path that is counted, in characters. */
const PATH_MAX = 512

/** Pause in which the line belongs to whoever taps at once, in milliseconds. */
const PAUSE_MS = 1_000

/**
 * Counts a view of every page that is shown: the path alone, nothing that tells who looked. A page that is left sooner
 * counts, too; a failure changes nothing.
 */
export function startPageViews(): void {
  const { key = '' } = document.documentElement.dataset
  const address = `/rest/v1/analytics_events?${new URLSearchParams({ apikey: key })}`
  let shown = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = () => {
    clearTimeout(timer)
    if (!shown) return
    const view = { event_type: 'page_view', page: shown.slice(0, PATH_MAX), user_agent: navigator.userAgent }
    shown = ''
    const body = new Blob([JSON.stringify(view)], { type: 'application/json' })
    if (!navigator.sendBeacon(address, body)) {
      void fetch(address, { method: 'POST', body, keepalive: true }).catch(() => undefined)
    }
  }
  addEventListener('pageshown', () => {
    send()
    shown = location.pathname
    timer = setTimeout(send, PAUSE_MS)
  })
  addEventListener('pagehide', send)
}
