import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'

const forms = {
  br: { compress: promisify(brotliCompress), open: promisify(brotliDecompress) },
  gzip: { compress: promisify(gzip), open: promisify(gunzip) },
}

export type Encoding = keyof typeof forms

/** Brotli level of a page: near the best ratio for a few milliseconds. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6
const SMALLEST = 1_000

/**
 * Compresses a text answer in the best form the client takes.
 *
 * @param acceptEncoding the request's Accept-Encoding header
 */
export async function compressed(response: Response, acceptEncoding: string): Promise<Response> {
  const { headers } = response
  if (headers.has('content-encoding') || !isText(headers.get('content-type') ?? '')) return response
  headers.append('vary', 'accept-encoding')
  const encoding = bestEncoding(acceptEncoding)
  // Whoever asks an answer for its body gets a copy.
  if (!encoding) return response
  headers.delete('content-length')
  if (!response.body) return response
  const body = Buffer.from(await response.arrayBuffer())
  if (body.length >= SMALLEST) headers.set('content-encoding', encoding)
  const bytes = body.length < SMALLEST ? body : await compress(body, encoding)
  headers.set('content-length', String(bytes.length))
  return new Response(new Uint8Array(bytes), { status: response.status, headers })
}

/** @returns whether a body is worth compressing */
export function isCompressible(type: string, bytes: number): boolean {
  return bytes >= SMALLEST && isText(type)
}

/** Browsers send a handful of different headers; whoever sends others does not fill the memory. */
const MOST_KNOWN = 100
const known = new Map<string, Encoding | null>()

/** @param acceptEncoding the request's Accept-Encoding header. Source: RFC 9110, section 12.5.3 */
export function bestEncoding(acceptEncoding: string): Encoding | null {
  const before = known.get(acceptEncoding)
  if (before !== undefined) return before
  const best = chosen(acceptEncoding)
  if (known.size < MOST_KNOWN) known.set(acceptEncoding, best)
  return best
}

function chosen(acceptEncoding: string): Encoding | null {
  if (accepts(acceptEncoding, 'br')) return 'br'
  return accepts(acceptEncoding, 'gzip') ? 'gzip' : null
}

export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return forms.gzip.compress(body, { level: GZIP_LEVEL })
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return forms.br.compress(body, { params })
}

export function decompress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return forms[encoding].open(body)
}

function isText(type: string): boolean {
  return /^text\/|json|xml|script/.test(type)
}

function accepts(header: string, encoding: Encoding): boolean {
  if (!header.includes(encoding)) return false
  const named = header.split(',').map((entry) => entry.replaceAll(' ', '').toLowerCase())
  return named.some((entry) => entry === encoding || (entry.startsWith(`${encoding};q=`) && !/=0(\.0*)?$/.test(entry)))
}
