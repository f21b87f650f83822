import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ContentTable } from '#domain/content/content-kind.ts'
import type { Notice } from '#domain/content/notice.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import { NoticePage } from './notice-page.tsx'

const timestamp = '2026-11-20T10:12:52+00:00'
const stored = `https://portal.example/storage/v1/object/public/notices/${'0123456789abcdef'.repeat(2)}.pdf`

function pageOf(table: ContentTable, fields: Partial<Notice>, kind = kindOfTable(table)): string {
  const notice: Notice = {
    id: 7,
    slug: 'ssc',
    title: 'SSC',
    status: 'active',
    created_at: timestamp,
    posted_at: timestamp,
    updated_at: timestamp,
    organization: null,
    category: null,
    ...fields,
  }
  return renderToStaticMarkup(
    <NoticePage
      kind={kind}
      notice={notice}
      siblings={[]}
      recruitment={null}
      today="2026-11-22"
      pageUrl="https://portal.example/jobs/ssc"
      siteUrl="https://portal.example"
      siteName="Suchana"
      contentHtml={null}
    />,
  )
}

test('the page of a job shows its location and its advertisement number', () => {
  const page = pageOf('jobs', { location: 'All India', advertisement_no: '4/2026' })
  expect(page).toContain('<dt>Location</dt><dd>All India</dd>')
  expect(page).toContain('<dt>Advertisement number</dt><dd>4/2026</dd>')
})

test('a page says that no qualification is stated only where the form asks for one', () => {
  expect(pageOf('jobs', {})).toContain('<dd>Not stated</dd>')
  const { application } = kindOfTable('jobs')
  const page = pageOf('documents', {}, { ...kindOfTable('documents'), application })
  expect(page).toContain('href="/am-i-eligible"')
  expect(page).not.toContain('Not stated')
  expect(page, 'no space for a verdict').not.toContain('am-i-eligible notice-facts')
})

test('a link to another site is official, and says that it leaves', () => {
  const page = pageOf('results', {
    result_pdf_url: 'https://ssc.gov.in/result.pdf',
    official_website: 'https://ssc.gov.in/',
  })
  expect(page).toContain('Leaves Suchana for <b>ssc.gov.in</b>')
  expect(page).toContain('<h2>Official links</h2>')
  expect(page).toContain('Official source:')
  expect(page).not.toContain('<h2>Files</h2>')
})

test('a stored file is neither external nor official', () => {
  const page = pageOf('results', { result_pdf_url: stored, notification_link: stored, official_website: stored })
  expect(page.split(`href="${stored}"`)).toHaveLength(5)
  expect(page).toContain('<h2>Files</h2>')
  expect(page).toContain('PDF file')
  expect(page).not.toContain(`href="${stored}" rel`)
  expect(page).not.toMatch(/Leaves|Official links|Official source|official website\?/)
})
