import * as modules from './pages.ts'
import type { Page } from './pages/page.ts'

/** Every public page. Fixed addresses come before those with parameters, which would match them, too. */
export const PAGES: readonly Page[] = Object.values<Page | Page[]>(modules)
  .flat()
  .toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
