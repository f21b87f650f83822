import { OFFLINE_PATH } from '#domain/app-shell.ts'

/** Every build has a shell of its own: two never mix. */
const PREFIX = 'shell '
const SHELL = PREFIX + BUILD.id

/** Tabs that are still open, and pages that were kept, go on with the files of the build before. */
const OLD_SHELLS_KEPT = 1

/** Stores what is missing of this build's files. A browser may have thrown them away, and so does a version wipe. */
export async function fillShell(): Promise<void> {
  const cache = await caches.open(SHELL)
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = [...BUILD.files, OFFLINE_PATH].filter((file) => !stored.has(file))
  await Promise.all(missing.map((file) => cache.add(file)))
}

export async function dropOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== SHELL)
  await Promise.all(shells.slice(0, -OLD_SHELLS_KEPT).map((name) => caches.delete(name)))
}

/** Fingerprinted files never change, whichever build they are of. Fonts that pages did not all need are kept once used. */
export async function answerFile(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && request.url.endsWith('.woff2')) {
    const cache = await caches.open(SHELL)
    await cache.put(request, response.clone())
  }
  return response
}

export async function offlineDocument(): Promise<Response | undefined> {
  const cache = await caches.open(SHELL)
  return cache.match(OFFLINE_PATH, { ignoreVary: true })
}
