import { PART_RETRIES, RETRY_MS } from '#domain/limits.ts'
import { withChunkLimit } from './chunk-limit.ts'
import { hideFailureLine, showFailureLine } from './failure-line.ts'
import { reloadIfReachable } from './reload-if-reachable.ts'
import { isOnPage } from './shown-page.ts'

/**
 * Loads islands when they are needed: when the visitor focuses one, or when it scrolls into view. An island whose
 * script cannot be loaded remains static HTML, and is retried: at the next focus or key, or for a minute every few seconds,
 * below a line that says so, because what is on screen cannot be used until then.
 */
export function startIslands(): void {
  const loadUsed = ({ target }: Event) => {
    const island = target instanceof Element ? target.closest<HTMLElement>('[data-island][data-when="focus"]') : null
    if (island) void load(island)
  }
  document.addEventListener('focusin', loadUsed)
  document.addEventListener('input', loadUsed)
  // What is above the view counts, too: after a reload further down, the island is there.
  const visibility = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) void load(target.parentElement!)
    },
    { rootMargin: '9999px 0px 0px' },
  )
  addEventListener('pageshown', () => {
    const { activeElement } = document
    const focused = activeElement?.closest<HTMLElement>('[data-island][data-when="focus"]')
    if (focused) void load(focused)
    // The element of the island itself has no box to observe.
    for (const content of document.querySelectorAll('[data-island][data-when="visible"] > :first-child'))
      visibility.observe(content)
  })
}

/** Every page has the search box, so its script is not looked up in the registry, which would be another request. */
const importIsland = async (name: string) =>
  name === 'search-box'
    ? import('#app/islands/search-box/start-search-box.tsx')
    : (await import('#app/islands/registry.ts')).importIsland(name)

/** How often a document still requests scripts of visible islands again. */
let retries = PART_RETRIES

/** @param isRetry by the visitor, after a failure */
async function load(island: HTMLElement, isRetry = false): Promise<void> {
  const { island: name = '', started } = island.dataset
  if (started !== undefined) return
  island.dataset['started'] = ''
  let module: Awaited<ReturnType<typeof importIsland>>
  try {
    module = await withChunkLimit(importIsland(name))
    hideFailureLine(island)
  } catch (error) {
    // The error names the script.
    console.info(error)
    delete island.dataset['started']
    if (isRetry && isOnPage(island) && (await reloadIfReachable())) return
    if (island.dataset['when'] === 'visible') {
      // A second line would be announced again, and take the focus from the button of the first one.
      if (!island.previousElementSibling?.matches('.unreachable'))
        showFailureLine(island, () => void load(island, true))
      setTimeout(() => island.isConnected && retries-- > 0 && void load(island), RETRY_MS)
    }
  }
  module?.start(island)
}
