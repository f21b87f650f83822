import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { byTable } from '#domain/content/registry.ts'
import type { SearchData } from './page.tsx'
import { SearchView } from './search-view.tsx'

const nothing: SearchData = {
  text: 'ssc',
  category: null,
  from: 0,
  filters: {},
  sort: null,
  unstated: false,
  results: [],
  totalFound: 0,
  counts: byTable(() => 0),
  closeMatches: [],
  closeTotal: 0,
  next: null,
  isCut: false,
  isUncounted: false,
  found: null,
}
const shown = (data: Partial<SearchData>) =>
  renderToStaticMarkup(<SearchView {...nothing} {...data} siteName="Suchana" today="2026-11-22" />)

test('a further page beyond the last result says that they end, not that nothing was found', () => {
  const html = shown({ from: 500, totalFound: 20 })
  expect(html).toContain('20 results for')
  expect(html).not.toContain('No results found')
  expect(html).toContain('<h2>The list of results ends here</h2>')
  expect(html).toContain('href="/search?q=ssc"')
  for (const from of [0, 500]) expect(shown({ from })).toContain('No results found for &quot;ssc&quot;')
})

test('removing a filter on a further page leads to the first one', () => {
  const found = { total: 200, unstated: 0, counts: {}, organizations: [], organization: null }
  const html = shown({ from: 100, totalFound: 200, filters: { state: 'goa', fee: 'free' }, found })
  expect(html).toContain('href="/search?q=ssc&amp;state=goa"')
  expect(html).not.toContain('from=100')
})
