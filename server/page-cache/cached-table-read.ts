import type { IncomingHttpHeaders } from 'node:http'
import { ADMIN_TABS } from '#domain/admin/tabs.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'

const NOTICES = new Set<string>(CONTENT_KINDS.map(({ table }) => table))

/** Tables that staff edit: all their changes are in the outbox, and their public rows depend on no other data. */
const TABLES = new Set<string>(ADMIN_TABS.map(({ table }) => table))

/** Longest address that is cached, in characters. */
const MAX_LENGTH = 500

/** Headers that would change the response. */
const RESPONSE_HEADERS = ['prefer', 'range', 'range-unit', 'content-length', 'transfer-encoding']

/**
 * Whether a request has the rights of a visitor and the default response format: no session, no range, no other schema.
 */
export function isVisitorRead(headers: IncomingHttpHeaders, publishableKey: string): boolean {
  const { apikey, authorization, accept, 'accept-profile': profile } = headers
  return (
    apikey === publishableKey &&
    (authorization === undefined || authorization === `Bearer ${publishableKey}`) &&
    (accept === undefined || accept === '*/*' || accept === 'application/json') &&
    (profile === undefined || profile === 'public') &&
    RESPONSE_HEADERS.every((name) => headers[name] === undefined)
  )
}

/**
 * @returns the table that an address reads when the response may be cached; null for all other addresses, such as those
 *   with a text filter or related tables
 */
export function cachedTableRead(url: string): string | null {
  if (url.length > MAX_LENGTH) return null
  const [, table = '', query = ''] = /^\/rest\/v1\/([a-z_]+)(?:\?([^?#]*))?$/.exec(url) ?? []
  return TABLES.has(table) && isPlainQuery(query) ? table : null
}

/** Whether the response of a cached address contains numbers of page views. Counting a view adds no change to the outbox. */
export function hasViewCounts(url: string): boolean {
  const [, table = '', query = ''] = /^\/rest\/v1\/([a-z_]+)\??(.*)$/.exec(url) ?? []
  if (!NOTICES.has(table)) return false
  const selected = new URLSearchParams(query).get('select')
  return selected === null || selected.includes('*') || query.includes('view_count')
}

function isPlainQuery(query: string): boolean {
  return Array.from(new URLSearchParams(query)).every(
    ([name, value]) =>
      name !== 'apikey' && !/like|match|fts/i.test(`${name} ${value}`) && !(name === 'select' && value.includes('(')),
  )
}
