import { withChunkLimit } from '#app/browser/chunk-limit.ts'
import { savesData } from '#app/browser/save-data.ts'
import { whenIdle } from '#app/browser/when-idle.ts'
import { onWorkerMessage } from '#app/browser/offline/worker-messages.ts'
import { CHANGES_BATCH_MS } from '#domain/limits.ts'
import { onPage, shownMain } from '#app/browser/shown-page.ts'

/**
 * Refreshes the page on screen when the visitor returns to it and, unless the visitor saves data, when something on it
 * changes. The code for changes is loaded when the page is idle.
 */
export function startLive(): void {
  let last = performance.now()
  const refresh = async (scope: 'everything' | 'page' = 'everything') => {
    if (document.hidden || performance.now() - last < CHANGES_BATCH_MS) return
    last = performance.now()
    try {
      const { refreshPage } = await withChunkLimit(import('./refresh-page.ts'))
      await refreshPage(scope)
    } catch (error) {
      console.info('The page could not be refreshed', error)
    }
  }
  // Both events occur when a window is shown again; the second one is ignored.
  addEventListener('focus', () => void refresh())
  document.addEventListener('visibilitychange', () => void refresh())
  addEventListener('online', () => void refresh())

  const shown = new WeakSet<Element>()
  addEventListener('pageshown', () => {
    const main = shownMain()
    // Going back shows a cached page, which is refreshed in the background.
    if (main && shown.has(main)) void refresh('page')
    else if (main) shown.add(main)
  })
  followWorker(() => {
    last = Number.NEGATIVE_INFINITY
    void refresh('page')
  })

  if (savesData()) return
  void whenIdle()
    .then(() => withChunkLimit(import('./follow-changes.ts')))
    .then(({ followChanges }) => followChanges())
    .catch((error: unknown) => console.info('The page could not be refreshed', error))
}

/**
 * When the visitor comes back from another document, the service worker responds with a saved copy, and posts a message
 * when it has stored a newer page.
 */
function followWorker(refresh: () => void): void {
  onWorkerMessage((message) => {
    const isHere = message.type === 'fresh' && message.url === location.href.split('#', 1)[0]
    // A marked copy is replaced as a whole by retry.ts.
    if (isHere && !onPage('.saved-copy')) refresh()
  })
}
