import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { SERVICE_WORKER_PATH } from '#domain/app-shell.ts'
import { bestEncoding, type Encoding } from './compression.ts'
import { isUnchanged } from './conditional-request.ts'
import { CACHE_CONTROL, NO_STORE, WORKER_POLICY } from './response-headers.ts'

interface Variant {
  headers: Record<string, string>
  body: Buffer
}

interface StaticFile extends Record<Encoding, Variant | null> {
  etag: string
  plain: Variant
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Handles a request for a file. Returns false, without handling it, when there is no such file. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Serves the files of a build from memory, with their precompressed variants. All files are read at the start.
 *
 * @param folder the client build
 * @param headers sent with every file
 */
export function openStaticFiles(folder: string, headers: Record<string, string>): StaticFiles {
  const files = readFiles(folder, headers)
  return (request, response) => {
    const { url = '' } = request
    const file = files.get(url) ?? (url.includes('?') ? files.get(url.slice(0, url.indexOf('?'))) : undefined)
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    if (isUnchanged(request.headers, file.etag)) {
      response.writeHead(304, { etag: file.etag }).end()
      return true
    }
    const encoding = bestEncoding(String(request.headers['accept-encoding'] ?? ''))
    const { headers: variantHeaders, body } = (encoding && file[encoding]) ?? file.plain
    response.writeHead(200, variantHeaders).end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}

function readFiles(folder: string, headers: Record<string, string>): Map<string, StaticFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(folder, name)).isFile() && !name.startsWith('.vite') && !/\.(br|gz)$/.test(name),
  )
  return new Map(names.map((name) => [`/${name.split(sep).join('/')}`, readStaticFile(folder, name, headers)]))
}

function readStaticFile(folder: string, name: string, headers: Record<string, string>): StaticFile {
  const path = join(folder, name)
  const body = readFileSync(path)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const shared = {
    ...headers,
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    ...cacheHeaders(name),
    vary: 'accept-encoding',
    etag,
  }
  const variant = (bytes: Buffer, encoding?: Encoding): Variant => ({
    headers: { ...shared, ...(encoding && { 'content-encoding': encoding }), 'content-length': String(bytes.length) },
    body: bytes,
  })
  const precompressed = (ending: string, encoding: Encoding) =>
    existsSync(path + ending) ? variant(readFileSync(path + ending), encoding) : null
  return { etag, plain: variant(body), br: precompressed('.br', 'br'), gzip: precompressed('.gz', 'gzip') }
}

/** Caching headers. The service worker must not be cached: an old one would keep all its cached files in use. */
function cacheHeaders(name: string): Record<string, string> {
  if (`/${name}` === SERVICE_WORKER_PATH) return { ...NO_STORE, 'content-security-policy': WORKER_POLICY }
  const fingerprinted = name.startsWith(`assets${sep}`)
  return { 'cache-control': fingerprinted ? CACHE_CONTROL.fingerprinted : CACHE_CONTROL.file }
}
