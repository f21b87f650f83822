/** Longest wait for a moment without work, in milliseconds. */
const PATIENCE_MS = 4_000

/** Waits until the page has nothing else to do. Safari cannot tell, and gets a pause instead. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS })
    else setTimeout(resolve, PATIENCE_MS / 2)
  })
}
