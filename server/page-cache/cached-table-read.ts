import type { IncomingHttpHeaders } from 'node:http'
import { CONTENT_KINDS } from '#domain/content/registry.ts'

/** Tables of which the outbox reports every change, and whose public rows depend on nothing else. */
const TABLES = new Set<string>([
  ...CONTENT_KINDS.map(({ table }) => table),
  'organizations',
  'categories',
  'recruitments',
])

/** Longest address that is cached, in characters. */
const LONGEST = 500

/** Headers that would change the shape of an answer. */
const SHAPING = ['prefer', 'range', 'range-unit', 'content-length', 'transfer-encoding']

/** Whether a request asks as any visitor would and for the usual form of an answer: not as staff, not for a range. */
export function isVisitorRead(headers: IncomingHttpHeaders, publishableKey: string): boolean {
  const { apikey, authorization, accept, 'accept-profile': profile } = headers
  return (
    apikey === publishableKey &&
    (authorization === undefined || authorization === `Bearer ${publishableKey}`) &&
    (accept === undefined || accept === '*/*' || accept === 'application/json') &&
    (profile === undefined || profile === 'public') &&
    SHAPING.every((name) => headers[name] === undefined)
  )
}

/**
 * @returns the table that an address reads when the answer may be cached; null for every other address, such as one with
 *   a text that was typed or with related tables
 */
export function cachedTableRead(url: string): string | null {
  if (url.length > LONGEST) return null
  const [, table = '', query = ''] = /^\/rest\/v1\/([a-z_]+)(?:\?([^?#]*))?$/.exec(url) ?? []
  return TABLES.has(table) && isPlainQuery(query) ? table : null
}

function isPlainQuery(query: string): boolean {
  return Array.from(new URLSearchParams(query)).every(
    ([name, value]) =>
      name !== 'apikey' && !/like|match|fts/i.test(`${name} ${value}`) && !(name === 'select' && value.includes('(')),
  )
}
