import { CHANGES_BATCH_MS } from '#domain/limits.ts'
import { savesData } from '../saves-data.ts'
import { whenIdle } from '../when-idle.ts'

/**
 * Keeps the page on screen up to date: it is fetched again when the reader comes back to it, and, unless data is to be
 * saved, when something that it shows changes. All of it is loaded when the page has nothing else to do.
 */
export function startLive(): void {
  let last = performance.now()
  const refresh = async () => {
    if (document.hidden || performance.now() - last < CHANGES_BATCH_MS) return
    last = performance.now()
    try {
      const { refreshPage } = await import('./refresh-page.ts')
      await refreshPage()
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
    if (main && shown.has(main)) void refresh()
    else if (main) shown.add(main)
  })

  if (savesData()) return
  void whenIdle()
    .then(() => import('./follow-changes.ts'))
    .then(({ followChanges }) => followChanges())
    .catch((error: unknown) => console.info('The page does not follow changes', error))
}
