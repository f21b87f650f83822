import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import Negotiator from 'negotiator'

const codecs = {
  br: { compress: promisify(brotliCompress), decompress: promisify(brotliDecompress) },
  gzip: { compress: promisify(gzip), decompress: promisify(gunzip) },
}

export type Encoding = keyof typeof codecs

/** Brotli level of a page: almost the best ratio within a few milliseconds. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6
/** Smallest body that is compressed, in bytes. */
const MIN_BYTES = 1_000

/**
 * Compresses a text response with the best encoding that the client accepts.
 *
 * @param acceptEncoding the request's Accept-Encoding header
 */
export async function compressed(response: Response, acceptEncoding: string): Promise<Response> {
  const { headers } = response
  if (headers.has('content-encoding') || !isText(headers.get('content-type') ?? '')) return response
  headers.append('vary', 'accept-encoding')
  const encoding = bestEncoding(acceptEncoding)
  // Without an encoding the body is not read, because reading would copy it.
  if (!encoding) return response
  headers.delete('content-length')
  if (!response.body) return response
  const body = Buffer.from(await response.arrayBuffer())
  if (body.length >= MIN_BYTES) headers.set('content-encoding', encoding)
  const bytes = body.length < MIN_BYTES ? body : await compress(body, encoding)
  headers.set('content-length', String(bytes.length))
  return new Response(new Uint8Array(bytes), { status: response.status, headers })
}

/** @returns whether a body is worth compressing */
export function isCompressible(type: string, bytes: number): boolean {
  return bytes >= MIN_BYTES && isText(type)
}

/** Cache of parsed headers. Browsers send few different ones; the limit bounds memory for other clients. */
const CACHE_CAPACITY = 100
const cache = new Map<string, Encoding | null>()

/** @param acceptEncoding the request's Accept-Encoding header. Source: RFC 9110, section 12.5.3 */
export function bestEncoding(acceptEncoding: string): Encoding | null {
  const cached = cache.get(acceptEncoding)
  if (cached !== undefined) return cached
  const best = chooseEncoding(acceptEncoding)
  if (cache.size < CACHE_CAPACITY) cache.set(acceptEncoding, best)
  return best
}

/** Brotli is chosen whenever it is accepted, because every text is smaller with it. */
function chooseEncoding(acceptEncoding: string): Encoding | null {
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings(['br', 'gzip'])
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : null
}

export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return codecs.gzip.compress(body, { level: GZIP_LEVEL })
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return codecs.br.compress(body, { params })
}

export function decompress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return codecs[encoding].decompress(body)
}

function isText(type: string): boolean {
  return /^text\/|json|xml|script/.test(type)
}
