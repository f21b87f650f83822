import type { SiteSettings } from '#app/data/site-settings.ts'
import { CONTENT_KINDS, namesOf, SHORTCUT_KINDS } from '#domain/content/registry.ts'
import { SEARCH_PATH } from '#domain/page-paths.ts'
import { THEME_COLOURS } from '#domain/theme-colours.ts'
import { CACHE_CONTROL } from './response-headers.ts'

const ICON = { src: '/icon-192.png', sizes: '192x192', type: 'image/png' }

/** Screenshots without the brand, because the name of the site is configurable. */
const SCREENSHOTS = [
  { file: 'list-narrow', form_factor: 'narrow', sizes: '720x1280', label: 'Latest jobs with their last dates' },
  { file: 'notice-narrow', form_factor: 'narrow', sizes: '720x1280', label: 'Dates, fees and links of a notice' },
  { file: 'home-wide', form_factor: 'wide', sizes: '1280x800', label: 'Everything that is new, on one page' },
]

/**
 * The web app manifest, with the configured name of the site.
 *
 * @param site name of the site, and the public key of its push notifications: scripts that subscribe read it here, so that
 * documents need not have it
 * @returns members of a web app manifest.
 * Source: W3C Web Application Manifest; docs/behaviour/offline.md#installing-the-app
 */
export function webManifest({ name, vapidPublicKey }: Pick<SiteSettings, 'name' | 'vapidPublicKey'>) {
  return {
    vapid_public_key: vapidPublicKey,
    id: '/',
    name,
    short_name: name,
    description: `Government ${namesOf(CONTENT_KINDS)}, also offline.`,
    lang: 'en-IN',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: THEME_COLOURS.light,
    theme_color: THEME_COLOURS.light,
    categories: ['education', 'news', 'productivity'],
    icons: [
      { ...ICON, purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    shortcuts: [
      ...SHORTCUT_KINDS.map(({ navLabel, listPath }) => shortcut(navLabel, listPath)),
      shortcut('Search', SEARCH_PATH),
    ],
    screenshots: SCREENSHOTS.map(({ file, ...rest }) => {
      return { src: `/screenshots/${file}.webp`, type: 'image/webp', ...rest }
    }),
  }
}

function shortcut(name: string, url: string) {
  return { name, url, icons: [ICON] }
}

/** @returns creates responses with the manifest, which browsers revalidate at each use */
export function createWebManifest(site: Pick<SiteSettings, 'name' | 'vapidPublicKey'>): () => Response {
  const body = JSON.stringify(webManifest(site))
  const headers = { 'content-type': 'application/manifest+json', 'cache-control': CACHE_CONTROL.file }
  return () => new Response(body, { headers })
}
