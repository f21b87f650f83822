import { page } from '#app/pages/page.ts'
import { OFFLINE_PATH } from '#domain/app-shell.ts'
import { OfflinePage } from './offline-page.tsx'

/** The service worker stores this document and shows it in place of a page that it has no copy of. */
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
