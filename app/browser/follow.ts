import { withChunkLimit } from './chunk-limit.ts'

/** Opens a dialog in place of the page that 'Follow' leads to. Without this script that page says what is needed. */
export function startFollow(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-follow]') : null
    if (!link || event.defaultPrevented) return
    event.preventDefault()
    const { key: publishableKey = '', vapidKey: vapidPublicKey = '' } = document.documentElement.dataset
    withChunkLimit(import('#app/push/follow/follow-dialog.ts'))
      .then(({ openFollowDialog }) => openFollowDialog(link, { publishableKey, vapidPublicKey }))
      .catch(() => location.assign('/notifications'))
  })
}
