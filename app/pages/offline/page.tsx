import { page } from '#app/pages/page.ts'
import { OFFLINE_PATH } from '#domain/page-paths.ts'
import { OfflinePage } from './offline-page.tsx'

/** The service worker caches this document and shows it in place of an unreachable page without a saved copy. */
export const offline = page({
  path: OFFLINE_PATH,
  cache: {},
  load: () => null,
  meta: () => ({
    title: "You're offline",
    description: 'This page has not been opened on this device before, so it cannot be shown without a network.',
    noindex: true,
  }),
  view: (_data, { site }) => <OfflinePage siteName={site.name} />,
  styles: 'text-page',
})
