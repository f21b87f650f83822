import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EMPTY_BOARD } from '#app/data/home-board.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { HomeView } from './home-view.tsx'

test('below the sections are quick links to jobs, a table of all lists, a text about the site, and three questions', () => {
  const quickLinks = [{ slug: 'ssc-cgl', title: 'SSC CGL 2026' }]
  const counts = { jobs: 39, results: 10_001 }
  const html = renderToStaticMarkup(
    <HomeView board={{ ...EMPTY_BOARD, quickLinks, counts }} today="2026-11-22" siteName="Suchana" />,
  )
  const lower = html.slice(html.indexOf('id="home-lower"'))
  expect(lower).toContain('<ul class="link-grid"><li><a href="/jobs/ssc-cgl">SSC CGL 2026</a></li></ul>')
  const rows = [...lower.matchAll(/<th scope="row"><a href="([^"]+)">/g)].map(([, path]) => path)
  expect(new Set(rows)).toEqual(new Set(CONTENT_KINDS.map(({ listPath }) => listPath)))
  expect(lower).toContain('<td class="number">39</td>')
  expect(lower).toContain('<td class="number">10,000+</td>')
  expect(lower).not.toContain('New notices come first')
  expect(lower).toContain('In each section featured notices stand first, then the newest')
  expect(lower).toContain('Suchana lists government jobs, admit cards, results')
  const questions = [...lower.matchAll(/<summary>([^<]+)/g)].map(([, question]) => question)
  expect(questions).toEqual([
    'Is Suchana an official website?',
    'Does it cost anything?',
    'How often are notices updated?',
  ])
})

test('a home page without quick links has no heading for them', () => {
  const html = renderToStaticMarkup(<HomeView board={EMPTY_BOARD} today="2026-11-22" siteName="Suchana" />)
  expect(html).not.toContain('Popular jobs')
})

test('a Hindi title of a job that closes today is marked as Hindi', () => {
  const times = { created_at: '2026-11-20T10:00:00Z', posted_at: '2026-11-20T10:00:00Z' }
  const title = 'UP Police यूपी पुलिस भर्ती'
  const board = { ...EMPTY_BOARD, closingToday: [{ id: 1, slug: 'up-police', title, status: null, ...times }] }
  const html = renderToStaticMarkup(<HomeView board={board} today="2026-11-22" siteName="Suchana" />)
  expect(html).toMatch(/<a href="\/jobs\/up-police">.*<span lang="hi">यूपी पुलिस भर्ती<\/span>.*<\/a>/)
})
