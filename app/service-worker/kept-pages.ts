import { KEPT_DOCUMENTS } from '#domain/app-shell.ts'
import { KEPT_PAGE_FRESH_MS, KEPT_PAGES } from '#domain/limits.ts'

/** Cache of the data of client navigations. Both are in the order in which their entries were last fetched. */
const DATA = 'page data'

type Kind = 'page' | 'data'

const cacheOf = (kind: Kind) => caches.open(kind === 'page' ? KEPT_DOCUMENTS : DATA)

/** Remembers an answer, and forgets the oldest. A device without room for it just does not remember. */
export async function keep(kind: Kind, url: string, response: Response): Promise<void> {
  if (!isWorthKeeping(kind, response)) return
  try {
    const cache = await cacheOf(kind)
    await cache.put(url, response)
    const urls = await cache.keys()
    await Promise.all(urls.slice(0, -KEPT_PAGES).map((oldest) => cache.delete(oldest, { ignoreVary: true })))
  } catch (error) {
    console.info('A page could not be kept for reading offline', error)
  }
}

export async function kept(kind: Kind, url: string): Promise<Response | undefined> {
  const cache = await cacheOf(kind)
  return cache.match(url, { ignoreVary: true })
}

/** @returns path and title of every page that can be read offline, the last fetched first; titles as written in HTML */
export async function keptTitles(): Promise<{ path: string; title: string }[]> {
  const cache = await cacheOf('page')
  const found = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const html = (await (await cache.match(request, { ignoreVary: true }))?.text()) ?? ''
      const { pathname, search } = new URL(request.url)
      return { path: pathname + search, title: /<title>([^<]*?)(?: \| [^|<]*)?<\/title>/.exec(html)?.[1] ?? '' }
    }),
  )
  return found.filter(({ title }) => title !== '').reverse()
}

/**
 * Fetches the document of a page that the visitor came to without loading one, by a client navigation or before there
 * was a worker: whoever opens it again offline needs it whole. Not for those who asked to save data.
 */
export async function keepVisited(path: string): Promise<void> {
  const url = new URL(path, location.origin)
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData || isFresh(await kept('page', url.href))) return
  const response = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => null)
  if (response && !response.redirected) await keep('page', url.href, response)
}

function isFresh(response: Response | undefined): boolean {
  return Date.now() - Date.parse(response?.headers.get('date') ?? '') < KEPT_PAGE_FRESH_MS
}

/** Errors, redirects and what is no page are answered, not remembered. */
function isWorthKeeping(kind: Kind, response: Response): boolean {
  if (response.status !== 200 || response.redirected || response.type !== 'basic') return false
  return kind === 'data' || (response.headers.get('content-type') ?? '').startsWith('text/html')
}
