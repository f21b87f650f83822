import { createHash } from 'node:crypto'
import type { BackendClient } from '#app/data/backend-client.ts'
import { readNotice } from '#app/data/notice.ts'
import type { SiteSettings } from '#app/data/site-settings.ts'
import { createLimiter, TooManyWaiting } from '#backend/limiter.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { Notice } from '#domain/content/notice.ts'
import { kindOfDetailFolder, noticePath } from '#domain/content/registry.ts'
import { shareText } from '#domain/content/share-text.ts'
import { indianDay } from '#domain/dates.ts'
import { SLUG_PATTERN } from '#domain/page-paths.ts'
import { CACHE_CONTROL } from '#server/response-headers.ts'
import { isUnchanged } from '#server/conditional-request.ts'
import { noticeCard, siteCard, type ShareCard } from './share-card.ts'

/** The notice at an address. */
interface Shown {
  kind: ContentKind
  notice: Notice
}

export interface ShareImagesOptions {
  backend: BackendClient
  site: SiteSettings
  /** Milliseconds since the epoch. */
  clock: () => number
  draw?: (card: ShareCard) => Promise<Buffer>
}

/** Largest number of cached images, about 30 KB each. */
const CACHE_CAPACITY = 300

const SLUG = new RegExp(`^${SLUG_PATTERN}$`)

/** Largest number of images that wait while one is drawn. */
const QUEUE_CAPACITY = 39

/**
 * Handles `/share/{folder}/{slug}.png` and `/share/site.png`, and `/share/{folder}/{slug}.txt`, the text for groups.
 * Images are cached by the hash of their texts, so an image changes with the notice and with the Indian day. Browsers ask
 * again each time: after a correction they would share the former last date, and 'tomorrow' on the last day itself.
 * Responds with 503 when the queue is full.
 */
export function createShareImages({ backend, site, clock, draw = drawOnDemand }: ShareImagesOptions) {
  const images = new Map<string, Promise<Buffer>>()
  // One after the other, so that drawing does not slow down pages.
  const limitDrawing = createLimiter(1, QUEUE_CAPACITY)

  async function shownAt(path: string): Promise<Shown | { movedTo: string } | 404 | 410> {
    const kind = kindOfDetailFolder(path.slice(0, path.lastIndexOf('/')))
    const slug = path.slice(path.lastIndexOf('/') + 1)
    if (!kind || !SLUG.test(slug)) return 404
    const reply = await readNotice(backend, kind, slug)
    if (reply.state === 'found') return { kind, notice: reply.notice }
    if (reply.state === 'moved') return { movedTo: `/share${noticePath(kind, reply.slug)}` }
    return reply.state === 'gone' ? 410 : 404
  }

  function textResponse({ kind, notice }: Shown): Response {
    const url = site.url + noticePath(kind, notice.slug)
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': CACHE_CONTROL.file }
    return new Response(shareText(kind, notice, { today: indianDay(clock()), url }), { headers })
  }

  function imageOf(key: string, card: ShareCard): Promise<Buffer> {
    const cached = images.get(key)
    if (cached) return cached
    const image = limitDrawing(() => draw(card))
    images.set(key, image)
    image.then(evictOldest, () => images.delete(key))
    return image
  }

  function evictOldest(): void {
    const oldest = images.keys().next()
    if (images.size > CACHE_CAPACITY && !oldest.done) images.delete(oldest.value)
  }

  return async function handle(request: Request): Promise<Response> {
    const [, path = '', ending] = /^\/share(\/.*?)\.(png|txt)$/.exec(new URL(request.url).pathname) ?? []
    const shown = path === '/site' && ending === 'png' ? null : await shownAt(path)
    if (typeof shown === 'number') return new Response('Not found', { status: shown })
    if (shown && 'movedTo' in shown)
      return new Response(null, { status: 301, headers: { location: `${shown.movedTo}.${ending}` } })
    if (shown && ending === 'txt') return textResponse(shown)
    const card = shown ? noticeCard(site, shown.kind, { ...shown, today: indianDay(clock()) }) : siteCard(site)
    const key = createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 22)
    const etag = `"${key}"`
    const lifetime = shown ? CACHE_CONTROL.file : CACHE_CONTROL.siteImage
    const headers = { 'content-type': 'image/png', 'cache-control': lifetime, etag }
    if (isUnchanged(Object.fromEntries(request.headers), etag)) return new Response(null, { status: 304, headers })
    try {
      return new Response(new Uint8Array(await imageOf(key, card)), { headers })
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error
      return new Response('Busy', { status: 503, headers: { 'retry-after': '10' } })
    }
  }
}

/** The drawing library is loaded with the first image, not with the server. */
async function drawOnDemand(card: ShareCard): Promise<Buffer> {
  const { drawShareImage } = await import('./draw-share-image.ts')
  return drawShareImage(card)
}
