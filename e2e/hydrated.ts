import { expect, type Page } from '@playwright/test'

/**
 * Waits until the page handles clicks, because its script has started, and all of it is laid out. A wait that polls would
 * draw a frame at each look, which took a sixth of the processor time of a journey.
 */
export async function hydrated(page: Page): Promise<void> {
  // A navigation in the meantime ends the evaluation.
  await expect(() => page.evaluate(untilReady)).toPass()
}

/** Runs in the page. */
function untilReady(): Promise<void> {
  const { documentElement: root } = document
  const isReady = () => 'ready' in root.dataset && !('topFirst' in root.dataset)
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => check())
    const check = () => {
      if (!isReady()) return
      observer.disconnect()
      resolve()
    }
    observer.observe(root, { attributes: true })
    check()
  })
}
