import { page } from '#app/pages/page.ts'
import { OFFLINE } from '#domain/offline-messages.ts'
import { OFFLINE_PATH } from '#domain/page-paths.ts'
import { OfflinePage } from './offline-page.tsx'

/** The service worker caches this document and shows it in place of an unreachable page without a saved copy. */
export const offline = page({
  path: OFFLINE_PATH,
  cache: {},
  load: () => null,
  meta: () => ({
    title: OFFLINE.heading,
    description: OFFLINE.explanation,
    noindex: true,
  }),
  view: (_data, { site }) => <OfflinePage siteName={site.name} />,
  styles: 'text-page',
})
