import { hash } from 'node:crypto'
import base from '#app/ui/styles/base.css?inline'
import home from '#app/ui/styles/home.css?inline'
import list from '#app/ui/styles/list.css?inline'
import notice from '#app/ui/styles/notice.css?inline'
import notifications from '#app/ui/styles/notifications.css?inline'
import recruitment from '#app/ui/styles/recruitment.css?inline'
import search from '#app/ui/styles/search.css?inline'
import textPage from '#app/ui/styles/text-page.css?inline'
import { HOME_ORDER } from './home-order.ts'

/** The stylesheets of page types. Every page has one of them in addition to the shared one. */
const SHEETS = {
  home: home + HOME_ORDER,
  list,
  notice,
  recruitment,
  search,
  'text-page': textPage,
  notifications: textPage + notifications,
}

export type PageStyles = keyof typeof SHEETS

/**
 * @returns the style elements of a page. Their texts never change, so that the policy can allow them by their hashes.
 */
export function styleElements(name: PageStyles): string {
  return `<style>${base}</style><style data-sheet="${name}">${SHEETS[name]}</style>`
}

/** Hashes of all stylesheets, because a swapped page adds its own one to the document of another page. */
export const STYLE_HASHES = [base, ...Object.values(SHEETS)].map((text) => hash('sha256', text, 'base64'))
