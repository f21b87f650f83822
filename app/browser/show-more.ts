/**
 * Appends the next page of a list, or of search results, below the rows on screen. Without this script it is a separate
 * page.
 */
import { withChunkLimit } from './chunk-limit.ts'
import { showFailureLine } from './failure-line.ts'

export function startShowMore(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-more]') : null
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void addRows(link)
  })
}

/** @param isRetry after a failure */
async function addRows(link: HTMLAnchorElement, isRetry = false): Promise<void> {
  let hasScript = false
  try {
    const script = await withChunkLimit(import('./add-rows.ts'))
    hasScript = true
    await script.addRows(link)
  } catch (error) {
    console.warn(error)
    // Many browsers request a script that did not arrive only in another document.
    if (!hasScript && isRetry) return location.assign(link.href)
    if (link.parentElement) showFailureLine(link.parentElement, () => void addRows(link, true))
  }
}
