import { READING_FROM_PX } from '#domain/limits.ts'
import { searchAddress, shownText } from '#app/browser/live-search.ts'
import { addedRows, morphPart, morphKnownRows } from './morph.ts'
import { offerNewNotices, withdrawOffer } from './new-notices.ts'

/** Up to this number of open pages all of them fetch at once. */
const FEW_PAGES = 100

let pages = 0

/** @returns how many pages are open at this server, as far as it matters; it says so with every page */
export function openPages(): number {
  return pages > FEW_PAGES ? pages : 0
}

/**
 * Fetches what is on screen again and exchanges what has changed. New rows wait while the reader is further down.
 *
 * @param what everything, or the page without the answers to searches in its sections
 */
export async function refreshPage(what: 'everything' | 'page' = 'everything'): Promise<void> {
  const main = document.querySelector('main')
  if (!main?.querySelector('[data-live]')) return
  const answers = await Promise.all(sourcesOf(main, what).map(fetchParts))
  if (!main.isConnected) return
  const changes = answers.flat().flatMap((newer) => {
    const shown = document.getElementById(newer.id)
    return shown && main.contains(shown) && !shown.querySelector('[aria-busy]') ? [{ shown, newer }] : []
  })
  const isReading = scrollY > READING_FROM_PX
  const waiting = isReading ? changes.reduce((sum, { shown, newer }) => sum + addedRows(shown, newer).length, 0) : 0
  const showAll = () => changes.forEach(({ shown, newer }) => shown.isConnected && morphPart(shown, newer))
  if (waiting === 0) {
    withdrawOffer()
    return showAll()
  }
  for (const { shown, newer } of changes) {
    if (addedRows(shown, newer).length > 0) morphKnownRows(shown, newer)
    else if (!shown.matches('output')) morphPart(shown, newer)
  }
  offerNewNotices(waiting, showAll)
}

/** The address of the page, and those of the searches in its sections. */
function sourcesOf(main: HTMLElement, what: 'everything' | 'page'): string[] {
  const list = main.querySelector<HTMLFormElement>('form.list-search')
  const searched = [...main.querySelectorAll<HTMLFormElement>('.section-search')].filter(
    (form) => shownText(form) !== '',
  )
  const page = list && shownText(list) !== '' ? searchAddress(list) : location.pathname + location.search
  return what === 'page' ? [page] : [page, ...searched.map(searchAddress)]
}

async function fetchParts(address: string): Promise<HTMLElement[]> {
  const response = await fetch(address, { headers: { accept: 'text/html' } })
  if (response.status !== 200 || response.headers.has('x-saved-at')) return []
  const [, count] = /open-pages;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '') ?? []
  if (count) pages = Number(count)
  const answer = new DOMParser().parseFromString(await response.text(), 'text/html')
  const { build = '' } = answer.documentElement.dataset
  if (build && build !== document.documentElement.dataset['build']) return []
  const isPage = build !== ''
  return [...answer.querySelectorAll<HTMLElement>('[data-live][id]')].filter(({ id }) => !isPage || !isSearched(id))
}

/** A section in which the reader searches has an answer of its own. */
function isSearched(id: string): boolean {
  const form = document.getElementById(id)?.closest('.home-section')?.querySelector<HTMLFormElement>('.section-search')
  return form ? shownText(form) !== '' : false
}
