import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { FoundNotice } from '#app/data/search.ts'
import { ResultCard } from './result-card.tsx'

const posted = '2026-11-20T06:30:00+00:00'
const found = {
  category: 'results',
  categoryLabel: 'Results',
  route: '/results/ssc-cgl',
  id: 7,
  slug: 'ssc-cgl',
  title: 'SSC CGL Result',
  status: 'Out',
  post_time: null,
  created_at: posted,
  posted_at: posted,
  apply_end_date: null,
  exam_date: null,
  document_url: null,
  priority: 3,
  relevance: 80,
} as FoundNotice
const card = (fields: Partial<FoundNotice>) =>
  renderToStaticMarkup(<ResultCard result={{ ...found, ...fields }} text="ssc" today="2026-11-22" />)

test("a result says 'Apply by:' and 'Exam:' where the dates are set", () => {
  const html = card({ apply_end_date: '2026-12-31', exam_date: '2027-01-15' })
  expect(html).toContain('Apply by: <b><time class="whole-day" dateTime="2026-12-31">31-12-2026</time></b>')
  expect(html).toContain('Exam: <b><time class="whole-day" dateTime="2027-01-15">15-01-2027</time></b>')
  expect(card({})).not.toMatch(/Apply by:|Exam:/)
})

test('a result leads to its own page, and has label, badge and the day of its post with the year', () => {
  const html = card({})
  expect(html).toContain('<a href="/results/ssc-cgl"><mark>SSC</mark> CGL Result</a>')
  expect(html).toMatch(/<svg class="icon"[^>]*>.*<\/svg>Results<\/span><time dateTime="2026-11-20">20 Nov 2026<\/time>/)
  expect(html).toMatch(/<span class="badge out" data-look="out">.*Out<\/span>/)
})

test('a document with an address of its own leads to its page all the same, and has the badge of that', () => {
  const html = card({ category: 'documents', route: '/documents/ssc-cgl', document_url: 'https://ssc.gov.in/a.pdf' })
  expect(html).toContain('<a href="/documents/ssc-cgl">')
  expect(html).toMatch(/>Document<\/span><\/li>$/)
})
