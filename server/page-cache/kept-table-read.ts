import type { IncomingHttpHeaders } from 'node:http'
import { CONTENT_KINDS } from '#domain/content/registry.ts'

/** Every change of these is told by the feed, and what visitors see of them depends on nothing else. */
const TABLES = new Set<string>([
  ...CONTENT_KINDS.map(({ table }) => table),
  'organizations',
  'categories',
  'recruitments',
])

/** Characters of an address that is kept. */
const LONGEST = 500

/** Everything that would change the shape of an answer. */
const SHAPING = ['prefer', 'range', 'range-unit', 'content-length', 'transfer-encoding']

/** Whether a request asks as any visitor would, and for the usual form of an answer: not as staff, not for a part. */
export function isVisitorsRead(headers: IncomingHttpHeaders, publishableKey: string): boolean {
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
 * @returns the table that an address reads when the answer may be kept; null for everything else: texts that people
 *   type, related tables
 */
export function keptTableRead(url: string): string | null {
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
