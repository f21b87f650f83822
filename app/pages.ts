/**
 * Every public page, in the order in which addresses are matched. To add one, create a folder below `pages/` and a line
 * here.
 */
import { contact } from './pages/contact/page.tsx'
import { disclaimer } from './pages/disclaimer/page.tsx'
import { home } from './pages/home/page.tsx'
import { lists } from './pages/list/page.tsx'
import { newsletter } from './pages/newsletter/page.tsx'
import { notices } from './pages/notice/page.tsx'
import { notifications } from './pages/notifications/page.tsx'
import { offline } from './pages/offline/page.tsx'
import type { Page } from './pages/page.ts'
import { privacy } from './pages/privacy/page.tsx'
import { recruitment } from './pages/recruitment/page.tsx'
import { search } from './pages/search/page.tsx'

export const PAGES: readonly Page[] = [
  home, // /
  ...lists, // /jobs /admit-card /results ...
  ...notices, // /jobs/:slug /admit-cards/:slug /admit-card/:slug ...
  recruitment, // /recruitments/:slug
  search, // /search
  notifications, // /notifications
  contact, // /contact
  privacy, // /privacy
  disclaimer, // /disclaimer
  newsletter, // /newsletter
  offline, // /offline: shown by the service worker when it has no saved copy
]
