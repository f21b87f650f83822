import fresh from 'fresh'
import { withEnding } from './file-name.ts'
import type { FileStore, StoredBytes } from './file-store.ts'
import type { StoredObject } from './object-rows.ts'
import { StorageError } from './storage-error.ts'

/** How long a stored file may be cached, in seconds: a year stands for ever, because a file never changes. */
export const fileLifetime = 31_536_000

/** No script in a stored file may run. `nosniff` is here too, so that it does not depend on the server around the contract. */
const fileHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

export interface Serving {
  /** Seconds until the address ends; a caller without it has an address that does not. */
  seconds?: number
}

interface Range {
  first: number
  last: number
}

/**
 * The response to a request for a whole stored file or for a part of it.
 * Source: RFC 9110, sections 13 and 14; docs/behaviour/security.md#uploaded-files
 * @param download the name under which a browser is to save an image, too, or '' for its own name; other files are
 *   always saved
 * @throws StorageError when the file is missing or the range lies outside of it
 */
export async function serveObject(
  request: Request,
  { metadata, name, user_metadata }: StoredObject,
  { store, download, seconds }: Serving & { store: FileStore; download: string | null },
): Promise<Response> {
  const { eTag, mimetype, size } = metadata
  const isInline = mimetype.startsWith('image/') && download === null
  const fileName = (download && withEnding(download, name)) || (user_metadata?.fileName ?? name)
  const headers = {
    ...fileHeaders,
    'cache-control': cacheControl(seconds),
    etag: eTag,
    'accept-ranges': 'bytes',
    'content-type': mimetype,
    'content-disposition': disposition(isInline ? 'inline' : 'attachment', fileName),
  }
  if (isCached(request, eTag)) return new Response(null, { status: 304, headers })
  const range = partOf(request, { size, eTag })
  if (range === 'outside') {
    const error = new StorageError('InvalidRange', 'The range lies outside of the file').getResponse()
    error.headers.set('content-range', `bytes */${size}`)
    return error
  }
  const stored = await store.read(name, range ?? undefined)
  if (!stored) throw new StorageError('NoSuchKey', 'Object not found', new Error(`The file of ${name} is missing`))
  return respond(request, stored, {
    status: range ? 206 : 200,
    headers: range ? { ...headers, 'content-range': `bytes ${range.first}-${range.last}/${size}` } : headers,
  })
}

/**
 * The response to a request for one width of a stored image.
 * @param read gets the image, when the client does not have it
 */
export async function serveImageVariant(
  request: Request,
  eTag: string,
  { read, seconds }: Serving & { read: () => Promise<StoredBytes> },
): Promise<Response> {
  const headers = {
    ...fileHeaders,
    'cache-control': cacheControl(seconds),
    etag: eTag,
    'content-type': 'image/webp',
    'content-disposition': 'inline',
  }
  if (isCached(request, eTag)) return new Response(null, { status: 304, headers })
  return respond(request, await read(), { status: 200, headers })
}

/** At a signed address only the browser caches it, until the address expires. */
function cacheControl(seconds: number | undefined): string {
  return seconds === undefined
    ? `public, max-age=${fileLifetime}, immutable`
    : `private, max-age=${Math.min(seconds, fileLifetime)}`
}

/** @returns whether the client has this version in its cache */
function isCached(request: Request, eTag: string): boolean {
  return fresh({ 'if-none-match': request.headers.get('if-none-match') ?? undefined }, { etag: eTag })
}

async function respond(
  request: Request,
  { body, size }: StoredBytes,
  init: { status: number; headers: Record<string, string> },
): Promise<Response> {
  if (request.method === 'HEAD') await body.cancel()
  const headers = { ...init.headers, 'content-length': String(size) }
  return new Response(request.method === 'HEAD' ? null : body, { status: init.status, headers })
}

/** One range; the response to several ranges is the whole file, as the standard allows. */
function partOf(request: Request, { size, eTag }: { size: number; eTag: string }): Range | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
  const condition = request.headers.get('if-range')
  if (!from && !to) return null
  if (request.method !== 'GET' || (condition !== null && condition !== eTag)) return null
  const first = from ? Number(from) : Math.max(0, size - Number(to))
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1
  if (from && to && Number(to) < first) return null
  return first > last ? 'outside' : { first, last }
}

/** RFC 6266: a name for old clients, and the real one for all others. */
function disposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replaceAll(/[^\w.() -]/g, '_')
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
