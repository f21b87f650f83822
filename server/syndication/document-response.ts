import { createHash } from 'node:crypto'
import { compressed } from '#server/compression.ts'
import { isUnchanged } from '#server/conditional-request.ts'

export interface PublicDocument {
  /** Media type. */
  type: string
  body: string
  /** Time of the newest change in it, in ISO 8601, if known. */
  changedAt?: string | null
  /** Name under which a browser saves it. */
  fileName?: string
}

/** Seconds for which a response may be cached without revalidation. */
const MAX_AGE = 300
const CACHE_HEADERS = { 'cache-control': `public, max-age=${MAX_AGE}` }

/** Responds with a document, or with 304 when the client has it already. Source: RFC 9110, section 13 */
export async function documentResponse(request: Request, document: PublicDocument): Promise<Response> {
  const { type, body, changedAt, fileName } = document
  // A weak ETag, because compressed variants have other bytes.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = {
    ...CACHE_HEADERS,
    etag,
    ...(changedAt && { 'last-modified': new Date(changedAt).toUTCString() }),
  }
  if (isUnchanged(Object.fromEntries(request.headers), headers)) {
    return new Response(null, { status: 304, headers: { ...headers, vary: 'accept-encoding' } })
  }
  const named = fileName && { 'content-disposition': `inline; filename="${fileName}"` }
  const described = { 'content-type': `${type}; charset=utf-8`, 'content-length': String(Buffer.byteLength(body)) }
  const response = new Response(body, { headers: { ...headers, ...described, ...named } })
  return compressed(response, request.headers.get('accept-encoding') ?? '')
}

/** @param path current path of the document */
export function movedTo(path: string): Response {
  return new Response(null, { status: 301, headers: { ...CACHE_HEADERS, location: path } })
}

export function missing(status: 404 | 410): Response {
  return new Response(status === 410 ? 'Gone' : 'Not found', { status, headers: { 'content-type': 'text/plain' } })
}
