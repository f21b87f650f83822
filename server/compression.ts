import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Brotli level for answers made per request: near the best ratio for a few milliseconds of a page. */
const BROTLI_QUALITY = 4
const SMALLEST = 1_000

/**
 * Compresses a text answer in the best form the client takes.
 *
 * @param acceptEncoding the request's Accept-Encoding header
 */
export async function compressed(response: Response, acceptEncoding: string): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.body || response.headers.has('content-encoding') || !/^text\/|json|xml|script/.test(type)) {
    return response
  }
  const body = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.append('vary', 'accept-encoding')
  const [encoding, bytes] = body.length < SMALLEST ? [null, body] : await encode(body, acceptEncoding)
  if (encoding) headers.set('content-encoding', encoding)
  headers.set('content-length', String(bytes.length))
  return new Response(new Uint8Array(bytes), { status: response.status, statusText: response.statusText, headers })
}

async function encode(body: Buffer, accepted: string): Promise<[string | null, Buffer]> {
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return ['br', await brotli(body, { params })]
  }
  if (/\bgzip\b/.test(accepted)) return ['gzip', await gzipped(body, { level: 6 })]
  return [null, body]
}
