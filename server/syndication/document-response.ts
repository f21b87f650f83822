import { createHash } from 'node:crypto'
import { compressed } from '#server/compression.ts'
import { isUnchanged } from '#server/conditional-request.ts'
import { CACHE_CONTROL } from '#server/response-headers.ts'

export interface PublicDocument {
  /** Media type. */
  type: string
  body: string
  /** Name under which a browser saves it. */
  fileName?: string
}

/** Responds with a document, or with 304 when the client has it already. Source: RFC 9110, section 13 */
export async function documentResponse(request: Request, document: PublicDocument): Promise<Response> {
  const { type, body, fileName } = document
  // A weak ETag, because compressed variants have other bytes.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = { 'cache-control': CACHE_CONTROL.feed, etag }
  if (isUnchanged(Object.fromEntries(request.headers), etag)) {
    return new Response(null, { status: 304, headers: { ...headers, vary: 'accept-encoding' } })
  }
  const named = fileName && { 'content-disposition': `inline; filename="${fileName}"` }
  const described = { 'content-type': `${type}; charset=utf-8`, 'content-length': String(Buffer.byteLength(body)) }
  const response = new Response(body, { headers: { ...headers, ...described, ...named } })
  return compressed(response, request.headers.get('accept-encoding') ?? '')
}

/** @param path current path of the document */
export function movedTo(path: string): Response {
  return new Response(null, { status: 301, headers: { 'cache-control': CACHE_CONTROL.feed, location: path } })
}

export function missing(status: 404 | 410): Response {
  return new Response(status === 410 ? 'Gone' : 'Not found', { status, headers: { 'content-type': 'text/plain' } })
}
