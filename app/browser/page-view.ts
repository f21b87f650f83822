/** Longest path that is counted, in characters. */
const PATH_MAX = 512

/**
 * Counts a view of every page that is shown: the path alone, nothing that tells who looked. It is sent at once, so that a
 * page that is left within a second counts, too; a failure changes nothing.
 */
export function startPageViews(): void {
  const { key = '' } = document.documentElement.dataset
  const address = `/rest/v1/analytics_events?${new URLSearchParams({ apikey: key })}`
  addEventListener('pageshown', () => {
    const view = {
      event_type: 'page_view',
      page: location.pathname.slice(0, PATH_MAX),
      user_agent: navigator.userAgent,
    }
    const body = new Blob([JSON.stringify(view)], { type: 'application/json' })
    if (!navigator.sendBeacon(address, body)) {
      void fetch(address, { method: 'POST', body, keepalive: true }).catch(() => undefined)
    }
  })
}
