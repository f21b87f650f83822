import { createHash } from 'node:crypto'
import type { BackendClient } from '#app/data/backend-client.ts'
import { readNotice } from '#app/data/notice.ts'
import type { SiteSettings } from '#app/data/site-settings.ts'
import { createLimiter, TooManyWaiting } from '#backend/limiter.ts'
import { kindOfDetailFolder, noticePath } from '#domain/content/registry.ts'
import { indianDay } from '#domain/dates.ts'
import { CACHE_CONTROL } from '#server/response-headers.ts'
import { isUnchanged } from '#server/conditional-request.ts'
import { noticeCard, siteCard, type ShareCard } from './share-card.ts'

export interface ShareImagesOptions {
  backend: BackendClient
  site: SiteSettings
  /** Milliseconds since the epoch. */
  clock: () => number
  draw?: (card: ShareCard) => Promise<Buffer>
}

/** Largest number of cached images, about 30 KB each. */
const CACHE_CAPACITY = 300

/** Largest number of images that wait while one is drawn. */
const QUEUE_CAPACITY = 39

/**
 * Handles `/share/{folder}/{slug}.png` and `/share/site.png`. Images are cached by the hash of their texts, so an image
 * changes with the notice and with the Indian day. Responds with 503 when the queue is full.
 */
export function createShareImages({ backend, site, clock, draw = drawOnDemand }: ShareImagesOptions) {
  const images = new Map<string, Promise<Buffer>>()
  // One after the other, so that drawing does not slow down pages.
  const limitDrawing = createLimiter(1, QUEUE_CAPACITY)

  async function cardOf(path: string): Promise<ShareCard | { movedTo: string } | 404 | 410> {
    if (path === '/site') return siteCard(site)
    const kind = kindOfDetailFolder(path.slice(0, path.lastIndexOf('/')))
    const slug = safeDecode(path.slice(path.lastIndexOf('/') + 1))
    if (!kind || !slug) return 404
    const reply = await readNotice(backend, kind, slug)
    if (reply.state === 'found') return noticeCard(site, kind, { notice: reply.notice, today: indianDay(clock()) })
    if (reply.state === 'moved') return { movedTo: `/share${noticePath(kind, reply.slug)}.png` }
    return reply.state === 'gone' ? 410 : 404
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
    const path = new URL(request.url).pathname.replace(/^\/share/, '').replace(/\.png$/, '')
    const card = await cardOf(path)
    if (typeof card === 'number') return new Response('Not found', { status: card })
    if ('movedTo' in card) return new Response(null, { status: 301, headers: { location: card.movedTo } })
    const key = createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 22)
    const headers = { 'content-type': 'image/png', 'cache-control': CACHE_CONTROL.shareImage, etag: `"${key}"` }
    if (isUnchanged(Object.fromEntries(request.headers), headers)) return new Response(null, { status: 304, headers })
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

function safeDecode(slug: string): string | null {
  try {
    const decoded = decodeURIComponent(slug)
    // PostgreSQL has no text with a zero byte.
    return decoded.includes('\0') ? null : decoded
  } catch {
    return null
  }
}
