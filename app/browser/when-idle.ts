/** Longest wait for the page to be idle, in milliseconds. */
const IDLE_TIMEOUT_MS = 4_000

/** Pause after the page has loaded, in which the network is reserved for an early tap, in milliseconds. */
const PAUSE_MS = 1_000

/** @param pause in milliseconds; also without one, taps and frames that are due come first */
export function wait(pause = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pause))
}

/** Waits until the next frame has been drawn; in a hidden page, which draws none, for no longer than `wait`. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve)
    else requestAnimationFrame(() => setTimeout(resolve))
  })
}

/**
 * Waits until the page has loaded and is idle. Safari has no idle callback and gets a longer pause instead.
 *
 * @param pause after the load event, in milliseconds
 */
export async function whenIdle(pause = PAUSE_MS): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((arrived) => addEventListener('load', arrived))
  await wait(pause)
  await new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(resolve, IDLE_TIMEOUT_MS / 2)
  })
}
