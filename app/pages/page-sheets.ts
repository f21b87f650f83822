import { homeSections } from '#domain/content/registry.ts'
import { CARD_SPACE, HOME_SPACE, NOTICE_SPACE, STAGE_SPACE } from './eligibility-space.ts'
import calendar from './calendar/calendar.css?inline'
import eligibility from './eligibility/eligibility.css?inline'
import home from './home/home.css?inline'
import list from './list/list.css?inline'
import notice from './notice/notice.css?inline'
import preview from './preview/preview.css?inline'
import notifications from './notifications/notifications.css?inline'
import photoResizer from './photo-resizer/photo-resizer.css?inline'
import recruitment from './recruitment/recruitment.css?inline'
import saved from './saved/saved.css?inline'
import search from './search/search.css?inline'
import textPage from './text-page.css?inline'

/** Sections in a row, as in home/home-view.css. */
const COLUMNS = 3

/** The order of the home sections on laptops, where the first section of a row has no line on its left side. */
const HOME_ORDER = `@media (width > 48rem){${homeSections('laptop')
  .map(({ table }, index) => orderRule(table, index))
  .join('')}}`

/** The stylesheets of page types. Every page has one of them in addition to that of the document. */
export const PAGE_SHEETS = {
  calendar,
  home: home + HOME_ORDER + HOME_SPACE,
  list: list + CARD_SPACE,
  notice: notice + NOTICE_SPACE,
  preview: notice + NOTICE_SPACE + preview,
  recruitment: recruitment + STAGE_SPACE,
  saved,
  search: search + CARD_SPACE,
  'text-page': textPage,
  eligibility,
  notifications,
  'photo-resizer': photoResizer,
}

export type PageStyles = keyof typeof PAGE_SHEETS

function orderRule(table: string, index: number): string {
  const order = `.home-section.${table}{order:${index}}`
  return index % COLUMNS === 0 ? `${order}.home-section.${table}::before{content:none}` : order
}
