/** Elements of the head that differ between pages. */
const PAGE_HEAD =
  'meta[name="description"],meta[name="keywords"],meta[name="robots"],meta[name="twitter:card"],meta[property],link[rel="canonical"],link[rel="alternate"]'

/** Puts the main element, the title and the metadata of another page into this document. */
export function showPage(main: HTMLElement, title: string, from: Document | null): void {
  // This comes first: when the focused element is removed, browsers lay out everything that was changed before.
  document.querySelector('main')?.replaceWith(main)
  if (from) {
    replaceHead(from)
    document.documentElement.lang = from.documentElement.lang
    addSheet(from)
  }
  document.title = title
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site-header nav a')) {
    if (link.pathname === location.pathname) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

function replaceHead(from: Document): void {
  document.head.querySelectorAll(PAGE_HEAD).forEach((element) => element.remove())
  document.head.append(...from.head.querySelectorAll(PAGE_HEAD))
}

/** Stylesheets of earlier pages are retained, because they do not conflict with each other. */
function addSheet(from: Document): void {
  const sheet = from.head.querySelector<HTMLStyleElement>('style[data-sheet]')
  if (sheet && !document.head.querySelector(`style[data-sheet="${sheet.dataset['sheet']}"]`))
    document.head.append(sheet)
}
