import { showMain } from '#app/browser/shown-page.ts'
import { pageIn, type FetchedPage, type Page } from './page-document.ts'

/**
 * Shows another page in this document.
 *
 * @param isReplaced whether the page on screen leaves the history, so that Back never shows it
 */
export function showPage(page: Page | FetchedPage, isReplaced = false): void {
  const before = pageIn(document)
  // This comes first: when the focused element is removed, browsers lay out everything that was changed before.
  showMain(page.main, isReplaced)
  before?.metadata.forEach((element) => element.remove())
  document.head.append(...page.metadata)
  document.title = page.title
  if ('sheet' in page) addSheet(page.sheet)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site-header nav a')) {
    if (link.pathname === location.pathname) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

/** Style sheets of earlier pages are retained, because they do not conflict with each other. */
function addSheet(sheet: HTMLStyleElement | null): void {
  if (sheet && !document.head.querySelector(`style[data-sheet="${sheet.dataset['sheet']}"]`))
    document.head.append(sheet)
}
