import { noteServerTime, noteTime } from '#app/data/server-time.ts'
import { SAVED_AT_HEADER } from '#domain/app-shell.ts'

/** Notes when the server has sent a response. A saved copy was sent earlier, so offline the clock of the device decides. */
export function noteTimeOf(response: Response): void {
  if (!response.headers.has(SAVED_AT_HEADER)) noteServerTime(response)
}

/** Notes when the server has sent the document, as its header Server-Timing names it: saved copies have none. */
export function noteTimeOfDocument(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const sent = entry?.serverTiming?.find(({ name }) => name === 'now')
  if (sent) noteTime(sent.duration, Date.now() - performance.now() + entry!.responseStart)
}
