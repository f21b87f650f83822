import { FACT_TABLES, type FactTable } from '#domain/eligibility/facts.ts'
import type { NoticeKey } from './facts-store.ts'
import { allOnPage, onPage, shownMain } from '#app/browser/shown-page.ts'

/** An element that shows a notice whose facts decide who may apply. */
export interface MarkedNotice {
  element: HTMLElement
  key: NoticeKey
}

const TABLES = Object.keys(FACT_TABLES) as FactTable[]

/** @returns the rows of lists, of the home page, of search results, and of the stages of a recruitment */
export function markedRows(): MarkedNotice[] {
  return TABLES.flatMap((table) => [
    ...allOnPage(`.${table} li[data-id]`).map((element) => rowById(table, element)),
    ...allOnPage(`li[data-id^="${table} "]`).map((element) => rowById(table, element)),
    ...allOnPage(`.stages a[href^="${FACT_TABLES[table].folder}/"]`).flatMap((link) => rowBySlug(table, link)),
  ])
}

/** @returns the box for the notice of this page, without the notice itself; null on all other pages */
export function markedPage(): MarkedNotice | null {
  const element = onPage('.am-i-eligible.notice-facts')
  const [tag = ''] = shownMain()?.dataset['tags']?.split(' ') ?? []
  const [name, value] = tag.split(':')
  const table = TABLES.find((one) => one === name)
  return element && table && value ? { element, key: { table, column: 'id', value } } : null
}

function rowById(table: FactTable, element: HTMLElement): MarkedNotice {
  const value = element.dataset['id']?.split(' ').at(-1) ?? ''
  return { element, key: { table, column: 'id', value } }
}

function rowBySlug(table: FactTable, link: HTMLElement): MarkedNotice[] {
  const element = link.closest<HTMLElement>('p, li')
  const value = link.getAttribute('href')?.split('/').at(-1) ?? ''
  return element && value ? [{ element, key: { table, column: 'slug', value } }] : []
}
