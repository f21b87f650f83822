import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** Largest body of a visitor's write, in bytes: of forms, and of rows below /rest/v1/. */
const BODY_BYTES = 4_096
/** A contact message has up to CONTACT_MESSAGE_MAX characters. */
const CONTACT_BYTES = 16_384

/** Tables that visitors write, which the rate limits count by request. */
const TABLES: Record<string, number> = {
  newsletter_subscribers: BODY_BYTES,
  analytics_events: BODY_BYTES,
  contact_messages: CONTACT_BYTES,
}

/** @returns largest form that the page of a path accepts, in bytes */
export function formBytes(path: string): number {
  return path === '/contact' ? CONTACT_BYTES : BODY_BYTES
}

/**
 * Limits the body of a POST below /rest/v1/ to a table that visitors write: its bytes, and one row per request.
 * Requests of the server itself, which have a secret key, are not limited.
 * Source: docs/behaviour/security.md#what-visitors-write
 */
export const limitVisitorRow: MiddlewareHandler = async (c, next) => {
  const [, table = ''] = /^\/rest\/v1\/(\w+)$/.exec(c.req.path) ?? []
  const maxSize = TABLES[table]
  const isServer = c.req.header('apikey')?.startsWith('sb_secret_')
  if (c.req.method !== 'POST' || maxSize === undefined || isServer) return next()
  return bodyLimit({ maxSize, onError: () => rejection(413, 'The body is too large') })(c, async () => {
    if (!isOneRow(c.req.header('content-type'), await c.req.raw.clone().text()))
      c.res = rejection(400, 'A request adds one row, as JSON')
    else await next()
  })
}

function isOneRow(contentType: string | undefined, body: string): boolean {
  if (!/^application\/json\b/.test(contentType ?? '')) return false
  try {
    const rows: unknown = JSON.parse(body)
    return !Array.isArray(rows) || rows.length === 1
  } catch {
    return false
  }
}

function rejection(status: number, message: string): Response {
  return Response.json({ code: `PT${status}`, details: null, hint: null, message }, { status })
}
