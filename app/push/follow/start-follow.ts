import { withChunkLimit } from '#app/browser/chunk-limit.ts'
import type { PushKeys } from '#app/push/push-subscription.ts'
import { NOTIFICATIONS_PATH } from '#domain/page-paths.ts'
import { isOnPage } from '#app/browser/shown-page.ts'

/**
 * Makes 'Follow' open a dialog in place of the page that it leads to, which says what notifications need.
 *
 * @param readKeys called with each tap
 */
export function startFollow(readKeys: () => Promise<PushKeys>): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-follow]') : null
    if (!link || event.defaultPrevented) return
    event.preventDefault()
    if (link.ariaBusy) return
    link.ariaBusy = 'true'
    Promise.all([withChunkLimit(import('./follow-dialog.ts')), readKeys()])
      .then(([{ openFollowDialog }, keys]) => {
        if (isOnPage(link)) void openFollowDialog(link, keys)
      })
      .catch((error: unknown) => {
        console.warn('The dialog could not be opened', error)
        if (isOnPage(link)) location.assign(NOTIFICATIONS_PATH)
      })
      .finally(() => {
        link.ariaBusy = null
      })
  })
}
