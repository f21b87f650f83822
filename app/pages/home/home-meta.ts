import type { PageMeta } from '#app/pages/page.ts'
import { MAIN_KINDS, namesOf, SHORTCUT_KINDS } from '#domain/content/registry.ts'

/** Metadata of the home page, also when it replaces a page that does not exist. */
export const HOME_META: PageMeta = {
  title: `Government ${namesOf(SHORTCUT_KINDS)}`,
  description: `Government ${namesOf(MAIN_KINDS)} from central and state bodies, with dates, fees and official links.`,
  keywords: ['government jobs', ...MAIN_KINDS.map(({ keyword, singular }) => keyword ?? singular), 'India'],
  path: '/',
  feeds: { folder: '', title: 'All notices' },
}
