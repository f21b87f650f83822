import { createHash } from 'node:crypto'
import { compressed } from '#server/compression.ts'

export interface PublicDocument {
  /** Media type. */
  type: string
  body: string
  /** Time of the newest change it shows, if it shows any. */
  changedAt?: string | null
  /** Name under which a browser saves it. */
  fileName?: string
}

/** How long an answer may be shown again without asking, in seconds. */
const MAX_AGE = 300
const KEPT = { 'cache-control': `public, max-age=${MAX_AGE}` }

/** Answers with a document, or that it has not changed. Source: RFC 9110, section 13 */
export async function answerWith(request: Request, document: PublicDocument): Promise<Response> {
  const { type, body, changedAt, fileName } = document
  // Weak, because its compressed forms have other bytes.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = {
    ...KEPT,
    etag,
    ...(changedAt && { 'last-modified': new Date(changedAt).toUTCString() }),
  }
  if (isUnchanged(request.headers, headers)) {
    return new Response(null, { status: 304, headers: { ...headers, vary: 'accept-encoding' } })
  }
  const named = fileName && { 'content-disposition': `inline; filename="${fileName}"` }
  const described = { 'content-type': `${type}; charset=utf-8`, 'content-length': String(Buffer.byteLength(body)) }
  const answer = new Response(body, { headers: { ...headers, ...described, ...named } })
  return compressed(answer, request.headers.get('accept-encoding') ?? '')
}

/** @param path canonical path of the document that the asked one has become */
export function movedTo(path: string): Response {
  return new Response(null, { status: 301, headers: { ...KEPT, location: path } })
}

export function missing(status: 404 | 410): Response {
  return new Response(status === 410 ? 'Gone' : 'Not found', { status, headers: { 'content-type': 'text/plain' } })
}

/**
 * @param asked headers of a request
 * @param sent what the answer says of its version
 * @returns whether whoever asks has it already
 */
export function isUnchanged(
  asked: Pick<Headers, 'get'>,
  sent: { etag: string; 'last-modified'?: string | undefined },
): boolean {
  const known = asked.get('if-none-match')
  if (known !== null) return known === '*' || known.split(',').some((tag) => weak(tag) === weak(sent.etag))
  const since = Date.parse(asked.get('if-modified-since') ?? '')
  return sent['last-modified'] !== undefined && Date.parse(sent['last-modified']) <= since
}

function weak(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
