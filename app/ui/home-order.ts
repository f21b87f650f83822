import { homeSections } from '#domain/content/registry.ts'

/** Sections in a row, as in home-page.css. */
const COLUMNS = 3

/** The order of the home sections on laptops, where no line is left of the first one of a row. */
export const HOME_ORDER = `@media (width > 48rem){${homeSections('laptop')
  .map(({ table }, index) => orderRule(table, index))
  .join('')}}`

function orderRule(table: string, index: number): string {
  const order = `.home-section.${table}{order:${index}}`
  return index % COLUMNS === 0 ? `${order}.home-section.${table}::before{content:none}` : order
}
