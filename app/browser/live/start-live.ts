import { savesData } from '#app/browser/saves-data.ts'
import { whenIdle } from '#app/browser/when-idle.ts'
import { onWorkerMessage } from '#app/browser/worker-messages.ts'
import { CHANGES_BATCH_MS } from '#domain/limits.ts'

/**
 * Keeps the page on screen up to date: it is fetched again when the reader comes back to it, and, unless data is to be
 * saved, when something that it shows changes. All of it is loaded when the page has nothing else to do.
 */
export function startLive(): void {
  let last = performance.now()
  const refresh = async (what: 'everything' | 'page' = 'everything') => {
    if (document.hidden || performance.now() - last < CHANGES_BATCH_MS) return
    last = performance.now()
    try {
      const { refreshPage } = await import('./refresh-page.ts')
      await refreshPage(what)
    } catch (error) {
      console.info('The page could not be brought up to date', error)
    }
  }
  // Both come together when a window is shown again, and count once.
  addEventListener('focus', () => void refresh())
  document.addEventListener('visibilitychange', () => void refresh())
  addEventListener('online', () => void refresh())

  const shown = new WeakSet<Element>()
  addEventListener('pageshown', () => {
    const main = document.querySelector('main')
    // Going back shows a page as it was left: what has changed since then is fetched behind it.
    if (main && shown.has(main)) void refresh('page')
    else if (main) shown.add(main)
  })
  followWorker(() => {
    last = Number.NEGATIVE_INFINITY
    void refresh('page')
  })

  if (savesData()) return
  void whenIdle()
    .then(() => import('./follow-changes.ts'))
    .then(({ followChanges }) => followChanges())
    .catch((error: unknown) => console.info('The page does not follow changes', error))
}

/** Going back over documents shows a copy of the service worker, which says when the server has answered since. */
function followWorker(refresh: () => void): void {
  onWorkerMessage((message) => {
    const isHere = message.type === 'fresh' && message.url === location.href.split('#', 1)[0]
    // A copy that is marked as one is exchanged as a whole, by retry.ts.
    if (isHere && !document.querySelector('.saved-copy')) refresh()
  })
}
