import type { PageInfo } from '#server/site-interface.ts'

/** Sample pages for tests. */

const CURSOR = /^\d{4}-\d\d-\d\dT[\d:.]{8,15}(?:Z|[+-]\d\d:\d\d)_\d{1,15}$/

function page(path: string, rest: Partial<PageInfo> = {}): PageInfo {
  return { path, cache: {}, sitemap: false, offline: true, formBytes: null, ...rest }
}

export const FIXTURE_PAGES: readonly PageInfo[] = [
  page('/'),
  page('/jobs', { cache: { after: CURSOR, search: null, state: null } }),
  page('/jobs/:filter{10th-pass|closing-soon}', { cache: { after: null, search: null, state: null } }),
  page('/jobs/:slug'),
  page('/admit-card', { cache: { after: CURSOR, search: null } }),
  page('/admit-cards/:slug'),
  page('/admit-card/:slug'),
  page('/recruitments/:slug'),
  page('/search', { cache: { q: null, category: null, from: null }, sitemap: true }),
  page('/search/dropdown', { cache: { q: /^$/ }, offline: false }),
  page('/sections/:table', { cache: null, offline: false }),
  page('/contact', { sitemap: true, formBytes: 16_384 }),
  page('/newsletter', { cache: null, formBytes: 4_096 }),
  page('/notifications', { cache: null, sitemap: true }),
]
