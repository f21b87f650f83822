import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { kindOfTable } from '#domain/content/registry.ts'
import { NoticeCard } from './notice-card.tsx'

const timestamp = '2026-11-05T18:30:00+00:00'
const notice = { id: 7, slug: 'ssc', title: 'SSC CGL', status: 'Soon', created_at: timestamp, posted_at: timestamp }
const card = (table: 'admit_cards' | 'documents' | 'jobs', fields: object = {}) =>
  renderToStaticMarkup(
    <NoticeCard kind={kindOfTable(table)} notice={{ ...notice, ...fields }} today="2026-11-22" />,
  ).replaceAll(/<svg.*?<\/svg>/g, '')

test('a card shows the title, the badge and the day of its post', () => {
  expect(card('admit_cards')).toBe(
    '<li class="card notice-card" data-id="7"><h2><a href="/admit-cards/ssc">SSC CGL</a></h2>' +
      '<p class="meta"><time dateTime="2026-11-06">06 Nov</time></p>' +
      '<span class="badge soon" data-look="soon">Soon</span></li>',
  )
})

test('a card of a job shows its last date, and the days that are left before it', () => {
  expect(card('jobs')).toContain('Apply Last Date <b>To be announced</b>')
  expect(card('jobs', { apply_end_date: '2026-12-31' })).toContain('Apply Last Date <b>31-12-2026</b>')
  expect(card('jobs', { apply_end_date: '2026-11-24' })).toContain('<span class="days-left">2 days left</span>')
})

test('a card of a document shows its description', () => {
  const description = 'A format for the category certificate.'
  expect(card('documents', { description })).toContain(`</h2><p class="description">${description}</p>`)
})
