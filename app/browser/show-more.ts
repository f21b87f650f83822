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

async function addRows(link: HTMLAnchorElement): Promise<void> {
  const script = await withChunkLimit(import('./add-rows.ts')).catch(() => null)
  try {
    if (!script) throw new Error('No script')
    await script.addRows(link)
  } catch (error) {
    console.warn('Further rows could not be read', error)
    // Many browsers request a script that did not arrive only in another document.
    const retry = () => void (script ? addRows(link) : location.assign(link.href))
    if (link.parentElement) showFailureLine(link.parentElement, retry)
  }
}
