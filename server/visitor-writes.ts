import type { MiddlewareHandler } from 'hono'
import type { Backend } from '#backend/open-backend.ts'
import { bodyLimit } from 'hono/body-limit'
import { CONTACT_BYTES, FORM_BYTES } from '#domain/limits.ts'
import { readJson } from '#domain/read-json.ts'

/** Tables that visitors write, with the largest row in bytes. The limits of rate-limits.ts count the requests to each. */
export const VISITOR_TABLES: Record<string, number> = {
  newsletter_subscribers: FORM_BYTES,
  analytics_events: FORM_BYTES,
  contact_messages: CONTACT_BYTES.row,
  mistake_reports: FORM_BYTES,
}

/**
 * Limits the body of a POST below /rest/v1/ to a table that visitors write: its bytes, and one row per request.
 * Requests of the server itself, which have the secret key, are not limited.
 * Source: docs/behaviour/security.md#what-visitors-write
 */
export function limitVisitorRow(backend: Pick<Backend, 'hasSecretKey'>): MiddlewareHandler {
  return async (c, next) => {
    const [, table = ''] = /^\/rest\/v1\/(\w+)$/.exec(c.req.path) ?? []
    const maxSize = VISITOR_TABLES[table]
    if (c.req.method !== 'POST' || maxSize === undefined || backend.hasSecretKey(c.req.raw.headers)) return next()
    return bodyLimit({ maxSize, onError: () => rejection(413, 'The body is too large') })(c, async () => {
      if (!isOneRow(c.req.header('content-type'), await c.req.raw.clone().text()))
        c.res = rejection(400, 'A request adds one row, as JSON')
      else await next()
    })
  }
}

function isOneRow(contentType: string | undefined, body: string): boolean {
  if (!/^application\/json\b/.test(contentType ?? '')) return false
  const rows = readJson(body)
  return Array.isArray(rows) ? rows.length === 1 : rows !== undefined
}

function rejection(status: number, message: string): Response {
  return Response.json({ code: `PT${status}`, details: null, hint: null, message }, { status })
}
