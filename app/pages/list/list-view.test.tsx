import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ContentTable } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import { ListView } from './list-view.tsx'

const emptyList = (table: ContentTable, search = '', closeMatches: NoticeCard[] = []) =>
  renderToStaticMarkup(
    <ListView
      kind={kindOfTable(table)}
      today="2026-11-22"
      query={{ filters: {}, sort: null, unstated: false, search, after: null }}
      rows={[]}
      closeMatches={closeMatches}
      found={null}
      texts={null}
      moreHref={null}
    />,
  )
const adviceIn = (html: string) =>
  [...html.slice(html.indexOf('empty-state')).matchAll(/<li>([^<]+)/g)].map(([, text]) => text)

test('the list of results has a longer introduction, and says what to do next when it is empty', () => {
  const html = emptyList('results')
  expect(html).toContain('Latest Government Exam Results 2026</h1>')
  const [, intro = ''] = /<p class="intro">([^<]+)/.exec(html) ?? []
  expect(intro.split(' ').length).toBeGreaterThan(50)
  expect(adviceIn(html)).toEqual(kindOfTable('results').emptyTips)
  expect(adviceIn(html).length).toBeGreaterThan(1)
})

test('the list of jobs says that none were found, with advice for searching', () => {
  const empty = emptyList('jobs')
  expect(empty).toContain('<h2>No jobs found</h2><p>No jobs available at the moment</p>')
  const searched = emptyList('jobs', 'zzz')
  expect(searched).toContain('<h2>No jobs found</h2><p>No jobs match &quot;zzz&quot;</p>')
  for (const html of [empty, searched]) expect(adviceIn(html)).toContain('Check the spelling, or use fewer words')
})

test('close matches stand below what says that no notice has the text, under a heading with their number', () => {
  const times = { created_at: '2026-11-20T10:00:00Z', posted_at: '2026-11-20T10:00:00Z' }
  const html = emptyList('admit_cards', 'ssc cgl card', [
    { id: 7, slug: 'ssc-cgl', title: 'SSC CGL Tier I', status: 'active', ...times },
  ])
  const order = [
    'No admit cards match',
    '<h2 id="close-matches">1 close match for &quot;ssc cgl card&quot;</h2>',
    'SSC CGL',
  ]
  expect(order.map((part) => html.lastIndexOf(part)).every((position) => position > 0)).toBe(true)
  expect(html.indexOf(order[0] ?? '')).toBeLessThan(html.indexOf(order[1] ?? ''))
  expect(html.indexOf(order[1] ?? '')).toBeLessThan(html.lastIndexOf(order[2] ?? ''))
  expect(html).toContain('data-plural="admit cards">1 close match for &quot;ssc cgl card&quot;</output>')
  expect(adviceIn(html)).not.toContain('Check the spelling, or use fewer words')
})
