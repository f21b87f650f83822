import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { kindOfTable } from '#domain/content/registry.ts'
import { NoticeCard } from './notice-card.tsx'

const notice = {
  id: 7,
  slug: 'ssc',
  title: 'SSC',
  status: null,
  created_at: '2026-10-01T10:12:52+00:00',
  posted_at: '2026-11-20T10:12:52+00:00',
}
const cardOf = (table: 'jobs' | 'documents', document_url?: string) =>
  renderToStaticMarkup(<NoticeCard kind={kindOfTable(table)} notice={{ ...notice, document_url }} today="2026-11-22" />)

test('a card shows the day on which its notice is posted', () => {
  expect(cardOf('jobs')).toContain('<time dateTime="2026-11-20">20 Nov</time>')
})

test.each([
  ['https://ssc.gov.in/a.pdf', ' target="_blank" rel="noopener noreferrer nofollow"', 'External Link'],
  [
    `https://portal.example/storage/v1/object/public/notices/${'0123456789abcdef'.repeat(2)}.pdf`,
    ' target="_blank"',
    'Document',
  ],
])('the card of the document %s has the attributes%s and the badge %s', (address, attributes, badge) => {
  const card = cardOf('documents', address)
  expect(card).toContain(`<a href="${address}"${attributes}>SSC</a>`)
  expect(card).toContain(`${badge}</span></li>`)
})
