/** Longest wait for a moment without work, in milliseconds. */
const IDLE_TIMEOUT_MS = 4_000

/** Waits until the page has arrived and has nothing else to do. Safari cannot tell, and gets a pause instead. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((arrived) => addEventListener('load', arrived))
  await new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(resolve, IDLE_TIMEOUT_MS / 2)
  })
}
