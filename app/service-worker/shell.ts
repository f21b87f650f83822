import { OFFLINE_PATH } from '#domain/app-shell.ts'
import { isAdminPath } from './request-kind.ts'
import { savesData, worker } from './worker.ts'

/** The files of one build, in a cache of their own. */
const PREFIX = 'shell '
const SHELL = PREFIX + BUILD_ID

/** Open tabs and saved pages go on with the files of the builds before: with this one, three builds stay. */
const OLD_SHELLS = 2

/** Stores the files of this build that are missing. A browser may have thrown them away, and a version wipe deletes them. */
export async function fillShell(): Promise<void> {
  const cache = await caches.open(SHELL)
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const files = savesData() ? [] : BUILD_FILES
  const missing = [...files, OFFLINE_PATH].filter((file) => !stored.has(file))
  await Promise.all(missing.map((file) => cache.add(file)))
}

export async function deleteOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== SHELL)
  await Promise.all(shells.slice(0, -OLD_SHELLS).map((name) => caches.delete(name)))
}

/**
 * Answers a request for a fingerprinted file, which never changes, whichever build it is of: from the cache, and a file
 * that was not there is stored once a page has fetched it. A file that is gone is answered as it is.
 */
export async function answerAsset(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cached = await caches.match(request, { ignoreVary: true }).catch(() => undefined)
  if (cached) return cached
  const response = await fetch(request).catch(() => Response.error())
  if (isAsset(response)) event.waitUntil(storeAsset(event, response.clone()))
  return response
}

export async function offlineDocument(): Promise<Response | undefined> {
  try {
    return await (await caches.open(SHELL)).match(OFFLINE_PATH, { ignoreVary: true })
  } catch {
    return undefined
  }
}

/** A proxy may answer anything with a page of its own, and what is stored here is never asked for again. */
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
