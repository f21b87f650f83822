import { renderToStaticMarkup } from 'react-dom/server'
import { Icon } from '#app/ui/icon.tsx'
import { expect, test } from 'vitest'
import { kindOfTable } from '#domain/content/registry.ts'
import { noticeRow } from './notice-row.tsx'

const timestamp = '2026-11-20T10:12:52+00:00'
const created_at = '2026-10-01T10:12:52+00:00'
const notice = { id: 7, slug: 'ssc', title: 'SSC', status: null, created_at, posted_at: timestamp }
const jobs = { kind: kindOfTable('jobs'), today: '2026-11-22', folded: false, separate: (html: string) => html }

test('a row links to its notice and shows its day and badge', () => {
  expect(noticeRow({ ...jobs, notice })).toBe(
    '<li class="notice-row" data-id="7"><a href="/jobs/ssc"><span class="title">SSC</span><span class="meta">' +
      '<time datetime="2026-11-20">20 Nov</time><span class="badge" data-look="new">' +
      `${renderToStaticMarkup(<Icon name="spark" />)}New</span></span></a></li>`,
  )
})

test('a row of today is marked, and a row beyond the first ones is hidden on phones', () => {
  const row = noticeRow({ ...jobs, notice, today: '2026-11-20', folded: true })
  expect(row).toContain('<li class="notice-row fresh folded"')
  expect(row).toContain('<time datetime="2026-11-20">Today</time>')
})

test('texts of a notice are escaped and become neither elements nor attributes', () => {
  const title = `<img src=x onerror="alert('1')"> & more`
  const documentUrl = 'https://example.org/?a="><script>&b=1'
  const row = noticeRow({
    ...jobs,
    kind: kindOfTable('documents'),
    notice: { ...notice, title, document_url: documentUrl },
  })
  expect(row).toContain(`>&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; more</span>`)
  expect(row).toContain('target="_blank" rel="noopener noreferrer nofollow"')
  expect(row.match(/<\w+/g)).toEqual(['<li', '<a', '<span', '<span', '<time', '<span', '<svg', '<path'])
})

test('a stored document opens in a new tab, but does not leave the site', () => {
  const document_url = `https://portal.example/storage/v1/object/public/notices/${'0123456789abcdef'.repeat(2)}.pdf`
  const row = noticeRow({ ...jobs, kind: kindOfTable('documents'), notice: { ...notice, document_url } })
  expect(row).toContain(`<a href="${document_url}" target="_blank"><span class="title">SSC</span>`)
  expect(row).not.toContain('External Link')
})

test('a Hindi title is marked as Hindi', () => {
  expect(noticeRow({ ...jobs, notice: { ...notice, title: 'पुलिस भर्ती' } })).toContain(
    '<span class="title"><span lang="hi">पुलिस भर्ती</span></span>',
  )
})
