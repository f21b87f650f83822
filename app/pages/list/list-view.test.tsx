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
      close={closeMatches.length}
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

test('under filters the number of notices is said once, and how many are shown when there are more', () => {
  const times = { created_at: '2026-11-20T10:00:00Z', posted_at: '2026-11-20T10:00:00Z' }
  const list = (total: number, moreHref: string | null) =>
    renderToStaticMarkup(
      <ListView
        kind={kindOfTable('jobs')}
        today="2026-11-22"
        query={{ filters: { state: 'goa' }, sort: null, unstated: false, search: '', after: null }}
        rows={[{ id: 7, slug: 'ssc-gd', title: 'SSC GD', status: 'active', ...times }]}
        closeMatches={[]}
        close={0}
        found={{ total, unstated: 0, counts: {}, organizations: [], organization: null }}
        texts={null}
        moreHref={moreHref}
      />,
    )
  expect(list(1, null).match(/1 job\b/g)).toHaveLength(1)
  const first = list(40, '/jobs/in/goa?after=0_1_2_3')
  expect(first).toContain('>1 job shown</output>')
  expect(first).toContain('<b>40 jobs</b>')
})

test('under filters, close matches that are counted stand there alone, with further pages', () => {
  const times = { created_at: '2026-11-20T10:00:00Z', posted_at: '2026-11-20T10:00:00Z' }
  const html = renderToStaticMarkup(
    <ListView
      kind={kindOfTable('jobs')}
      today="2026-11-22"
      query={{ filters: { state: 'goa' }, sort: null, unstated: false, search: 'sscgd', after: null }}
      rows={[]}
      closeMatches={[{ id: 7, slug: 'ssc-gd', title: 'SSC GD', status: 'active', ...times }]}
      close={40}
      found={{ total: 40, unstated: 0, counts: {}, organizations: [], organization: null }}
      texts={null}
      moreHref="/jobs/in/goa?search=sscgd&after=0_1_2_3"
    />,
  )
  expect(html).toContain('<h2 id="close-matches">40 close matches for &quot;sscgd&quot;</h2>')
  expect(html).toContain('<b>40 jobs</b>')
  expect(html).not.toContain('No jobs')
  expect(html).toMatch(/SSC GD.*href="\/jobs\/in\/goa\?search=sscgd&amp;after=0_1_2_3" rel="next".*<\/section>/s)
})

test('a further page counts its own rows as more, and alone leads back to the first page with the same query', () => {
  const times = { created_at: '2026-11-20T10:00:00Z', posted_at: '2026-11-20T10:00:00Z' }
  const list = (after: string | null) =>
    renderToStaticMarkup(
      <ListView
        kind={kindOfTable('jobs')}
        today="2026-11-22"
        query={{ filters: {}, sort: null, unstated: false, search: 'ssc', after }}
        rows={[{ id: 7, slug: 'ssc-gd', title: 'SSC GD', status: 'active', ...times }]}
        closeMatches={[]}
        close={0}
        found={null}
        texts={null}
        moreHref={null}
      />,
    )
  const further = list('0_1_2_3')
  expect(further).toContain('data-plural="more jobs">1 more job for &quot;ssc&quot;</output>')
  expect(further).toMatch(/href="\/jobs\?search=ssc">Back to the first page<\/a>.*SSC GD/s)
  const first = list(null)
  expect(first).toContain('data-plural="jobs">1 job for &quot;ssc&quot;</output>')
  expect(first).not.toContain('first page')
})

test('a further page without rows says that the list ends, not that it is empty', () => {
  const html = renderToStaticMarkup(
    <ListView
      kind={kindOfTable('jobs')}
      today="2026-11-22"
      query={{ filters: {}, sort: null, unstated: false, search: '', after: '1999-01-01T00:00:00Z_1' }}
      rows={[]}
      closeMatches={[]}
      close={0}
      found={null}
      texts={null}
      moreHref={null}
    />,
  )
  expect(html).toContain('<h2>No more jobs found</h2><p>The list ends before this page.</p>')
  expect(html).not.toContain('at the moment')
  expect(html).toContain('href="/jobs">Back to the first page</a>')
})

test('on a further page, removing a filter leads to the first page, and closed jobs have no calendar', () => {
  const html = renderToStaticMarkup(
    <ListView
      kind={kindOfTable('jobs')}
      today="2026-11-22"
      query={{
        filters: { application: 'closed', qualification: 'graduate' },
        sort: null,
        unstated: false,
        search: '',
        after: '1_0_1795745947383380_116',
      }}
      rows={[]}
      closeMatches={[]}
      close={0}
      found={{ total: 3, unstated: 1, counts: {}, organizations: [], organization: null }}
      texts={null}
      moreHref={null}
    />,
  )
  expect(html).toContain('href="/jobs/graduate"')
  expect(html).toContain('href="/jobs?application=closed"')
  expect(html).toContain('unstated=1')
  expect(html).not.toMatch(/href="[^"]*after=/)
  expect(html).toContain('rss.xml')
  expect(html).not.toContain('calendar.ics')
})
