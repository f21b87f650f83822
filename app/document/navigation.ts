import { PAGES } from '#app/page-list.ts'

export interface NavigationLink {
  label: string
  href: string
}

const linksOf = (group: 'main' | 'more'): NavigationLink[] =>
  PAGES.flatMap(({ path, menu }) => (menu?.group === group ? [{ ...menu, href: path }] : []))
    .sort((one, other) => one.order - other.order)
    .map(({ label, href }) => ({ label, href }))

/** The bar below the header, and the menu of phones. */
export const MAIN_LINKS = linksOf('main')
/** Links of the 'More' group in the bar, which are below the others in the menu. */
export const MORE_LINKS = linksOf('more')
export const FOOTER_LINKS = [...MAIN_LINKS.slice(0, 1), ...MORE_LINKS]
