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

/**
 * @returns the table that a request reads as any visitor would, when its answer may be kept under its address; null for
 *   everything else: staff, texts that people type, related tables, other forms of answers
 */
export function keptTableRead(url: string, headers: IncomingHttpHeaders, publishableKey: string): string | null {
  if (url.length > LONGEST) return null
  const [, table = '', query = ''] = /^\/rest\/v1\/([a-z_]+)(?:\?([^?#]*))?$/.exec(url) ?? []
  if (!TABLES.has(table)) return null
  const isVisitor =
    headers.apikey === publishableKey && [undefined, `Bearer ${publishableKey}`].includes(headers.authorization)
  const isPlain =
    [undefined, '*/*', 'application/json'].includes(headers.accept) &&
    [undefined, 'public'].includes(headers['accept-profile']?.toString()) &&
    SHAPING.every((name) => headers[name] === undefined)
  return isVisitor && isPlain && isPlainQuery(query) ? table : null
}

function isPlainQuery(query: string): boolean {
  return Array.from(new URLSearchParams(query)).every(
    ([name, value]) =>
      name !== 'apikey' && !/like|match|fts/i.test(`${name} ${value}`) && !(name === 'select' && value.includes('(')),
  )
}
