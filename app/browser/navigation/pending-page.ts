import { SKELETON_TILES } from '#domain/limits.ts'
import { LOADING, SEARCHING } from '#domain/messages.ts'
import { SEARCH_PATH } from '#domain/page-paths.ts'
import { element } from '#app/browser/element.ts'
import { stopPrefetching } from './prefetch.ts'
import { PROGRESS_AFTER_MS } from './progress.ts'
import { onPage, showMain, shownMain } from '#app/browser/shown-page.ts'

/**
 * Shows after a noticeable wait that a list or the search is loading: its heading and placeholders, or, on the search
 * page itself, a loading text. For other pages the page on screen stays unchanged.
 *
 * @param leave is called before a placeholder replaces the page
 * @returns a function to call when the wait is over. With false it restores the page on screen. With true, before the next
 *   page is shown, it restores only height and scroll position, which the browser then stores for going back
 */
export function announcePending(url: URL, leave: () => void): (isLeft: boolean) => void {
  let end = (_isLeft: boolean) => {}
  const timer = setTimeout(() => {
    end =
      url.pathname === SEARCH_PATH && url.pathname === location.pathname
        ? markSearching()
        : showPlaceholders(url, leave)
  }, PROGRESS_AFTER_MS)
  return (isLeft) => {
    clearTimeout(timer)
    end(isLeft)
  }
}

function markSearching(): () => void {
  const line = onPage('.count-line')
  const list = onPage('.result-list')
  const before = [...(line?.childNodes ?? [])]
  line?.replaceChildren(SEARCHING)
  list?.setAttribute('aria-busy', 'true')
  return () => {
    line?.replaceChildren(...before)
    list?.removeAttribute('aria-busy')
  }
}

function showPlaceholders(url: URL, leave: () => void): (isLeft: boolean) => void {
  const heading = headingOf(url.pathname)
  const main = shownMain()
  if (!heading || !main) return () => {}
  const isSearch = url.pathname === SEARCH_PATH
  const status = element('output', { class: isSearch ? 'count-line' : '' }, isSearch ? SEARCHING : LOADING)
  const tiles = Array.from({ length: SKELETON_TILES }, () =>
    element('div', { class: 'skeleton-tile' }, element('i'), element('i'), element('i')),
  )
  const placeholder = element(
    'main',
    { id: 'main', class: 'wrap', tabindex: '-1', 'data-pending': '' },
    element('div', { class: 'list-heading' }, element('h1', { tabindex: '-1' }, heading)),
    isSearch ? status : element('div', { class: 'list-tools' }, status),
    element('div', { class: 'skeleton', 'aria-hidden': 'true' }, ...tiles),
  )
  const { offsetHeight } = main
  const scrollPosition = scrollY
  const focused = main.contains(document.activeElement) ? document.activeElement : null
  leave()
  showMain(placeholder)
  scrollTo(0, 0)
  return (isLeft) => {
    if (!placeholder.isConnected) return
    if (isLeft) placeholder.style.minHeight = `${offsetHeight}px`
    else showMain(main)
    // Elements that leave the document lose the focus.
    if (!isLeft && document.activeElement === document.body && focused instanceof HTMLElement) {
      focused.focus({ preventScroll: true })
      // The focus prefetches a link: the one that has just failed, which is requested again only when the visitor wants it.
      stopPrefetching()
    }
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
