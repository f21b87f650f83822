import { useEffect } from 'react'
import { deferInstallPrompt } from '#app/browser/offline/install-prompt-event.ts'
import { withChunkLimit } from '#app/browser/chunk-limit.ts'
import { whenIdle } from '#app/browser/when-idle.ts'

if (!import.meta.env.SSR) deferInstallPrompt()

interface PublicSettings {
  name: string
  publishableKey: string
  vapidPublicKey: string
}

/** Starts the banners, the service worker and the check of the version once the page is idle. */
export function useBanners({ name, publishableKey, vapidPublicKey }: PublicSettings): void {
  useEffect(() => {
    whenIdle()
      .then(() => withChunkLimit(import('#app/browser/banners/start-banners.ts')))
      .then(
        ({ startBanners }) => startBanners({ name, readPushKeys: async () => ({ publishableKey, vapidPublicKey }) }),
        (error: unknown) => console.info('The banners could not be loaded', error),
      )
  }, [name, publishableKey, vapidPublicKey])
}
