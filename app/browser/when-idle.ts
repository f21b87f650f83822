/** Longest wait for a moment without work, in milliseconds. */
const IDLE_TIMEOUT_MS = 4_000

/** Pause after a page has arrived, in which the line belongs to whoever taps at once, in milliseconds. */
const PAUSE_MS = 1_000

/**
 * Waits until the page has arrived and has nothing else to do. Safari cannot tell, and gets a longer pause instead.
 *
 * @param pause milliseconds after the arrival
 */
export async function whenIdle(pause = PAUSE_MS): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((arrived) => addEventListener('load', arrived))
  await new Promise((resolve) => setTimeout(resolve, pause))
  await new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(resolve, IDLE_TIMEOUT_MS / 2)
  })
}
