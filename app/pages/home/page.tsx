import { EMPTY_BOARD } from '#app/data/home-board.ts'
import { readHome } from '#app/data/home.ts'
import { page } from '#app/pages/page.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { faqPage, jsonLd, webSite } from '#domain/structured-data.ts'
import { HOME_META } from './home-meta.ts'
import { homeQuestions } from './home-questions.ts'
import { HomeView } from './home-view.tsx'

export const home = page({
  path: '/',
  cache: {},
  load: ({ backend, today }) => readHome(backend, today),
  failed: () => EMPTY_BOARD,
  tags: () => CONTENT_KINDS.map(({ table }) => [table]),
  meta: (_board, { site }) => ({
    ...HOME_META,
    structuredData: jsonLd([...webSite(site), ...faqPage(homeQuestions(site.name))]),
  }),
  view: (board, { site, today }) => <HomeView board={board} today={today} siteName={site.name} />,
  styles: 'home',
  menu: { label: 'Home', group: 'main', order: 0 },
  sitemap: true,
  offline: true,
  hasAdSpace: true,
})
