import { serverNowBy } from '#app/data/time-by-copy.ts'
import { isFromServer, SAVED_AT_HEADER, SAVED_PAGES, STORED_AT_HEADER } from '#domain/app-shell.ts'
import { CACHED_PAGE_FRESH_MS, CACHED_PAGES } from '#domain/limits.ts'
import { headersOfCopy } from './copy-headers.ts'
import { isPagePath } from './request-kind.ts'
import { isShellPage, shellPage, storeShellPage } from './shell.ts'
import { wholePage } from './whole-page.ts'
import { savesData } from './worker.ts'

/** @returns the cached copy of an address; undefined when the browser denies access to its storage */
export async function savedPage(url: string): Promise<Response | undefined> {
  if (isShellPage(url)) return shellPage(new URL(url).pathname)
  try {
    return await (await caches.open(SAVED_PAGES)).match(url, { ignoreVary: true })
  } catch (error) {
    console.info('Saved pages cannot be read', error)
    return undefined
  }
}

/**
 * Updates the cached copy of an address from a response of the network: a page is cached, and the oldest copies beyond
 * the limit are deleted. When the server responds that there is no such page, its copy is deleted.
 *
 * @param response its body stays readable
 * @returns whether the cache has changed; nothing is cached when the storage of the device is full
 */
export async function updateSavedPage(url: string, response: Response): Promise<boolean> {
  const isMissing = isFromServer(response) && (response.status === 404 || response.status === 410)
  if (isShellPage(url)) {
    await storeOpenedShellPage(url, response)
    return false
  }
  if (!isMissing && !isStorable(response)) return false
  const copy = isMissing ? null : response.clone()
  try {
    const cache = await caches.open(SAVED_PAGES)
    if (!copy) return await cache.delete(url, { ignoreVary: true })
    const page = await wholePage(copy)
    if (!page) return false
    const headers = headersOfCopy(page)
    headers.set(STORED_AT_HEADER, String(Date.now()))
    await cache.put(url, new Response(page.body, { headers }))
    // The Cache API returns entries in the order in which they were put.
    const oldest = (await cache.keys()).slice(0, -CACHED_PAGES)
    await Promise.all(oldest.map((request) => cache.delete(request, { ignoreVary: true })))
    return true
  } catch (error) {
    console.info('A page could not be stored for reading offline', error)
    return false
  }
}

/** Caches a document of the shell that was opened by a visitor who saves data: the worker has not fetched it ahead. */
async function storeOpenedShellPage(url: string, response: Response): Promise<void> {
  if (!savesData() || !isStorable(response)) return
  try {
    const page = await wholePage(response.clone())
    if (page) await storeShellPage(url, page)
  } catch (error) {
    console.info('A page could not be stored for reading offline', error)
  }
}

/** @returns path and title of every page that can be read offline, the last saved first; titles are HTML */
export async function savedTitles(): Promise<{ path: string; title: string }[]> {
  const cache = await caches.open(SAVED_PAGES)
  const pages = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const html = (await (await cache.match(request, { ignoreVary: true }))?.text()) ?? ''
      const { pathname, search } = new URL(request.url)
      return { path: pathname + search, title: titleOf(html) }
    }),
  )
  return pages.filter(({ title }) => title !== '').reverse()
}

/**
 * Fetches and saves a page that did not pass through the worker: it was opened before the worker was installed, or the
 * browser prefetched it without the worker. Does nothing for visitors who save data.
 */
export async function storeVisitedPage(path: string): Promise<void> {
  const { origin, href, pathname } = new URL(path, location.origin)
  const url = withoutFragment(href)
  if (
    origin !== location.origin ||
    !isPagePath(pathname) ||
    savesData() ||
    isShellPage(url) ||
    isFresh(await savedPage(url))
  )
    return
  const response = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => null)
  if (response) await updateSavedPage(url, response)
}

/** @returns when the server sent the page, in milliseconds since the epoch; NaN without a Date header */
export function sentAt(response: Response): number {
  return Date.parse(response.headers.get('date') ?? '')
}

export function withoutFragment(url: string): string {
  return url.split('#', 1)[0]!
}

/** A copy from the future says that the clock of the device has been put back, and nothing about its age. */
function isFresh(response: Response | undefined): boolean {
  return response !== undefined && Math.abs(serverNowBy(response) - sentAt(response)) < CACHED_PAGE_FRESH_MS
}

/** Errors, redirects, saved copies, responses other than pages and responses without a date are not cached. */
function isStorable(response: Response): boolean {
  const { status, redirected, type, headers } = response
  if (status !== 200 || redirected || type !== 'basic' || headers.has(SAVED_AT_HEADER)) return false
  return (headers.get('content-type') ?? '').startsWith('text/html') && !Number.isNaN(sentAt(response))
}

/** @returns the title of a page as HTML, without the name of the site */
function titleOf(html: string): string {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? []
  const [, site = ''] = / data-site="([^"]*)"/.exec(html) ?? []
  return title.endsWith(` | ${site}`) ? title.slice(0, -` | ${site}`.length) : title
}
