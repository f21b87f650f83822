import { isFromServer, PAGE_PART_TYPE, SAVED_AT_HEADER } from '#domain/app-shell.ts'
import { endSignal } from '#domain/end-signal.ts'
import { LATE_RESPONSE_MS, READING_FROM_PX } from '#domain/limits.ts'
import { searchAddress, shownText } from './live-search.ts'
import { addedRows, morphPart, morphKnownRows } from './morph.ts'
import { offerNewNotices, withdrawOffer } from './new-notices.ts'
import { showRemoval } from './removed-notice.ts'
import { noteTimeOf } from '#app/browser/time-of-answers.ts'
import { shownMain } from '#app/browser/shown-page.ts'

/** Up to this number of open pages, all pages refresh without a delay. */
const FEW_PAGES = 100

let pages = 0

/** Number of refreshes so far. */
let refreshes = 0

/** Which refresh has answered last for each address. */
const answered = new Map<string, number>()

/** Whether the server has answered with another build, whose parts do not fit into this document. */
let isReplaced = false

/** What the visitor would lose with the document. */
const IN_USE = 'main:not([aria-hidden])[data-typed], :is(input, select, textarea):focus, dialog[open]'

/** Rows of the page on screen that a new document would not have. */
const LOST_BY_LOADING = 'main:not([aria-hidden]) :is(form[data-shown], ul[data-added])'

/**
 * Refreshes the page of the day before.
 *
 * @param isReplaceable whether the document is loaded again when the server has another build than this one
 * @throws as refreshPage does, and while only another document can bring the page up to date but the visitor is typing
 */
export async function refreshForDay(isReplaceable: boolean): Promise<void> {
  await refreshPage()
  if (!isReplaceable || !isReplaced) return
  if (document.querySelector(IN_USE)) throw new Error('The visitor is typing')
  location.reload()
}

/**
 * Refreshes the page after a change. When the server has another build, whose parts do not fit into this document, it is
 * loaded again, unless the visitor would notice: while reading further down, filling something in, or with further rows.
 *
 * @throws as refreshPage does
 */
export async function refreshForChange(): Promise<void> {
  await refreshPage()
  if (isReplaced && scrollY <= READING_FROM_PX && !document.querySelector(`${IN_USE}, ${LOST_BY_LOADING}`))
    location.reload()
}

/** @returns the number of open pages of this server, as its last response states it; 0 when there are few */
export function openPages(): number {
  return pages > FEW_PAGES ? pages : 0
}

/**
 * Fetches the page again and updates what has changed. While the visitor has scrolled down, a button offers new rows.
 * Dispatches `pagerefreshed` afterwards.
 *
 * @param scope everything, or the page without the search results in its sections
 * @throws when the server cannot be reached or cannot render the page now
 */
export async function refreshPage(scope: 'everything' | 'page' = 'everything'): Promise<void> {
  isReplaced = false
  const main = shownMain()
  if (!main?.querySelector('[data-live]')) return
  const refresh = ++refreshes
  const sources = sourcesOf(main, scope)
  const answers = await Promise.all(sources.map(fetchParts))
  if (main !== shownMain()) return
  const shownSources = sourcesOf(main, 'everything')
  const parts = answers.map((answer, index) => {
    const source = sources[index] ?? ''
    // A later refresh has newer rows, and a search has others.
    if ((answered.get(source) ?? 0) > refresh || !shownSources.includes(source)) return []
    if (answer.length > 0) answered.set(source, refresh)
    return index === 0 ? answer.filter(({ id }) => !isSearched(id)) : answer
  })
  if (parts.every((part) => part.length === 0)) return
  const changes = parts.flat().flatMap((newer) => {
    const shown = document.getElementById(newer.id)
    return shown && main.contains(shown) && !shown.querySelector('[aria-busy]') ? [{ shown, newer }] : []
  })
  const isReading = scrollY > READING_FROM_PX
  const newRows = isReading ? changes.reduce((sum, { shown, newer }) => sum + addedRows(shown, newer).length, 0) : 0
  const showAll = () => {
    changes.forEach(({ shown, newer }) => shown.isConnected && morphPart(shown, newer))
    dispatchEvent(new Event('pagerefreshed'))
  }
  if (newRows === 0) {
    // Only an answer for the page itself can say that there are no new rows.
    if (parts[0]?.length) withdrawOffer()
    return showAll()
  }
  for (const { shown, newer } of changes) {
    if (addedRows(shown, newer).length > 0) morphKnownRows(shown, newer)
    else if (!shown.matches('output')) morphPart(shown, newer)
  }
  dispatchEvent(new Event('pagerefreshed'))
  offerNewNotices(newRows, showAll)
}

/** @returns the address of the page, and those of the searches in its sections: of the rows on screen, whatever is typed */
function sourcesOf(main: HTMLElement, scope: 'everything' | 'page'): string[] {
  const list = main.querySelector<HTMLFormElement>('form.list-search')
  const searched = [...main.querySelectorAll<HTMLFormElement>('.section-search')].filter(
    (form) => shownText(form) !== '',
  )
  // Not every list has its search text in the address, and one whose search has failed has a text there that its rows do not match.
  const inAddress = new URLSearchParams(location.search).get('search')?.trim() ?? ''
  const page = list && shownText(list) !== inAddress ? shownAddress(list) : location.pathname + location.search
  return scope === 'page' ? [page] : [page, ...searched.map(shownAddress)]
}

function shownAddress(form: HTMLFormElement): string {
  return searchAddress(form, shownText(form))
}

async function fetchParts(address: string): Promise<HTMLElement[]> {
  const response = await fetch(address, { headers: { accept: PAGE_PART_TYPE }, signal: endSignal(LATE_RESPONSE_MS) })
  if (response.status >= 500 || response.headers.has(SAVED_AT_HEADER)) throw new Error('There is no current page')
  noteTimeOf(response)
  const isOfPage = isFromServer(response) && address === location.pathname + location.search
  if (isOfPage) showRemoval(response.status)
  if (response.status !== 200) return []
  const [, count] = /open-pages;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '') ?? []
  if (count) pages = Number(count)
  const newerPage = new DOMParser().parseFromString(await response.text(), 'text/html')
  const { build = '' } = newerPage.documentElement.dataset
  if (build && build !== document.documentElement.dataset['build']) {
    isReplaced = true
    return []
  }
  const isPage = build !== ''
  if (isPage && isOfPage) document.title = newerPage.title
  return [...newerPage.querySelectorAll<HTMLElement>('[data-live][id]')].filter(({ id }) => !isPage || !isSearched(id))
}

/** @returns whether an element belongs to a section that shows search results */
function isSearched(id: string): boolean {
  const form = document.getElementById(id)?.closest('.home-section')?.querySelector<HTMLFormElement>('.section-search')
  return form ? shownText(form) !== '' : false
}
