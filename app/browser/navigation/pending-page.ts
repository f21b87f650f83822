import { SKELETON_TILES } from '#domain/limits.ts'
import { LOADING, SEARCHING } from '#domain/messages.ts'
import { SEARCH_PATH } from '#domain/search-address.ts'
import { element } from '#app/browser/element.ts'
import { PROGRESS_AFTER_MS } from './progress.ts'

/**
 * Shows after a noticeable wait that a list or the search is loading: its heading and placeholders, or, on the search
 * page itself, a loading text. For other pages the page on screen stays unchanged.
 *
 * @returns a function that restores the page
 */
export function announcePending(url: URL): () => void {
  let undo = () => {}
  const timer = setTimeout(() => {
    undo = url.pathname === SEARCH_PATH && url.pathname === location.pathname ? markSearching() : showPlaceholders(url)
  }, PROGRESS_AFTER_MS)
  return () => {
    clearTimeout(timer)
    undo()
  }
}

function markSearching(): () => void {
  const line = document.querySelector('main .count-line')
  const list = document.querySelector('main .result-list')
  const before = [...(line?.childNodes ?? [])]
  line?.replaceChildren(SEARCHING)
  list?.setAttribute('aria-busy', 'true')
  return () => {
    line?.replaceChildren(...before)
    list?.removeAttribute('aria-busy')
  }
}

function showPlaceholders(url: URL): () => void {
  const heading = headingOf(url.pathname)
  const main = document.querySelector('main')
  if (!heading || !main) return () => {}
  const isSearch = url.pathname === SEARCH_PATH
  const status = element('output', { class: isSearch ? 'count-line' : '' }, isSearch ? SEARCHING : LOADING)
  const tiles = Array.from({ length: SKELETON_TILES }, () =>
    element('div', { class: 'skeleton-tile' }, element('i'), element('i'), element('i')),
  )
  const placeholder = element(
    'main',
    { id: 'main', class: 'wrap', tabindex: '-1' },
    element('div', { class: 'list-heading' }, element('h1', { tabindex: '-1' }, heading)),
    isSearch ? status : element('div', { class: 'list-tools' }, status),
    element('div', { class: 'skeleton', 'aria-hidden': 'true' }, ...tiles),
  )
  const scrollPosition = scrollY
  main.replaceWith(placeholder)
  scrollTo(0, 0)
  return () => {
    if (!placeholder.isConnected) return
    placeholder.replaceWith(main)
    scrollTo(0, scrollPosition)
  }
}

function headingOf(path: string): string | undefined {
  if (path === SEARCH_PATH) return 'Search'
  const { lists = '' } = document.documentElement.dataset
  const found = lists.split('|').find((list) => list.split(' ')[0] === path)
  if (found === undefined) return undefined
  return found.slice(path.length + 1) || document.querySelector(`#site-menu a[href="${path}"]`)?.textContent
}
