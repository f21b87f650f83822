import { OFFLINE_PATH, SAVED_PATH } from '#domain/page-paths.ts'
import { headersOfCopy } from './copy-headers.ts'
import { isAdminPath } from './request-kind.ts'
import { savesData, worker } from './worker.ts'

/** Documents that are stored with every build, so that they open without a network before their first visit. */
const SHELL_PAGES = [OFFLINE_PATH, SAVED_PATH]

/** Every build has a cache of its own for its files. */
const PREFIX = 'shell '
const SHELL = PREFIX + BUILD_ID

/** Number of earlier builds whose caches are retained, because open tabs and saved pages use their files. */
const OLD_SHELLS = 2

/**
 * Caches the files of this build that are missing. The browser may have evicted them, and a new version deletes them.
 */
export async function fillShell(): Promise<void> {
  const cache = await caches.open(SHELL)
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const wanted = savesData() ? [OFFLINE_PATH] : [...BUILD_FILES, ...SHELL_PAGES]
  const missing = wanted.filter((file) => !stored.has(file))
  await Promise.all(missing.map((file) => cache.add(file)))
}

export async function deleteOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== SHELL)
  await Promise.all(shells.slice(0, -OLD_SHELLS).map((name) => caches.delete(name)))
}

/**
 * Responds to a request for a fingerprinted file of any build from the cache, because such a file never changes. A file
 * that is not cached is fetched and then cached; an error response is passed on.
 */
export async function assetResponse(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cached = await caches.match(request, { ignoreVary: true }).catch(() => undefined)
  if (cached) return cached
  const response = await fetch(request).catch(() => Response.error())
  if (isAsset(response)) event.waitUntil(storeAsset(event, response.clone()))
  return response
}

/** @returns whether a page is stored with the build instead of when it is visited, because it is the same for all visitors */
export function isShellPage(url: string): boolean {
  return SHELL_PAGES.includes(new URL(url).pathname)
}

export function offlineDocument(): Promise<Response | undefined> {
  return shellPage(OFFLINE_PATH)
}

/**
 * @returns HTML of the offline document of every cached build, the newest first, with that of a version that waits to
 *   take over; none when storage is not accessible
 */
export async function offlineDocuments(): Promise<string[]> {
  try {
    const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX)).reverse()
    const pages = await Promise.all(
      shells.map(async (name) => (await (await caches.open(name)).match(OFFLINE_PATH, { ignoreVary: true }))?.text()),
    )
    return pages.filter((page) => page !== undefined)
  } catch {
    return []
  }
}

/** Stores a document that was opened, as those of the build are stored when the worker is installed. */
export async function storeShellPage(url: string, page: Response): Promise<void> {
  await (await caches.open(SHELL)).put(new URL(url).pathname, page)
}

/**
 * @returns a document that is stored with this build or, where that is missing, with an earlier one, whose files are
 *   retained, too; undefined for other paths, and when storage is not accessible
 */
export async function shellPage(path: string): Promise<Response | undefined> {
  if (!SHELL_PAGES.includes(path)) return undefined
  try {
    const own = await (await caches.open(SHELL)).match(path, { ignoreVary: true })
    const page = own ?? (await caches.match(path, { ignoreVary: true }))
    return page && new Response(page.body, { headers: headersOfCopy(page) })
  } catch {
    return undefined
  }
}

/** A proxy may send a page of its own for any file, and a cached file is never requested again. */
function isAsset({ status, redirected, type, headers }: Response): boolean {
  const isPage = (headers.get('content-type') ?? '').startsWith('text/html')
  return status === 200 && !redirected && type === 'basic' && !isPage
}

async function storeAsset({ request, clientId }: FetchEvent, response: Response): Promise<void> {
  const client = await worker.clients.get(clientId)
  if (client && isAdminPath(new URL(client.url).pathname)) return
  try {
    await (await caches.open(SHELL)).put(request, response)
  } catch (error) {
    console.info('A file could not be stored for reading offline', error)
  }
}
