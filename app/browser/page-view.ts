/** Longest path that is counted, in characters. */
const PATH_MAX = 512

/**
 * Counts a page view: the path alone, nothing that tells who looked. A failure is nobody's loss.
 * Source: specification, section 7, Public writes; decisions, "Shell, privacy".
 *
 * @param publishableKey of the contract
 */
export function countPageView(path: string, publishableKey: string): void {
  if (/^\/admin([-/]|$)/.test(path)) return
  void fetch('/rest/v1/analytics_events', {
    method: 'POST',
    keepalive: true,
    headers: { apikey: publishableKey, 'content-type': 'application/json', prefer: 'return=minimal' },
    body: JSON.stringify({ event_type: 'page_view', page: path.slice(0, PATH_MAX), user_agent: navigator.userAgent }),
  }).catch(() => undefined)
}
