import { HOME_ORDER } from './home/home-order.ts'
import home from './home/home.css?inline'
import list from './list/list.css?inline'
import notice from './notice/notice.css?inline'
import notifications from './notifications/notifications.css?inline'
import recruitment from './recruitment/recruitment.css?inline'
import saved from './saved/saved.css?inline'
import search from './search/search.css?inline'
import textPage from './text-page.css?inline'

/** The stylesheets of page types. Every page has one of them in addition to that of the document. */
export const PAGE_SHEETS = {
  home: home + HOME_ORDER,
  list,
  notice,
  recruitment,
  saved,
  search,
  'text-page': textPage,
  notifications,
}

export type PageStyles = keyof typeof PAGE_SHEETS
