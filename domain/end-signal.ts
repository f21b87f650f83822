/**
 * @param time in milliseconds
 * @returns a signal that aborts after the time, or with another signal; `AbortSignal.any` and `timeout` are not in all
 *   browsers that the site supports
 */
export function endSignal(time: number, other?: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const end = () => controller.abort()
  setTimeout(end, time)
  if (other?.aborted) end()
  other?.addEventListener('abort', end)
  return controller.signal
}
