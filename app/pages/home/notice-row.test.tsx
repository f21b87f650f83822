import { expect, test } from 'vitest'
import { kindOfTable } from '#domain/content/registry.ts'
import { noticeRow } from './notice-row.tsx'

const moment = '2026-11-20T10:12:52+00:00'
const notice = { id: 7, slug: 'ssc', title: 'SSC', status: null, created_at: moment, posted_at: moment }
const jobs = { kind: kindOfTable('jobs'), today: '2026-11-22', folded: false }

test('a row leads to its notice and says its day and badge', () => {
  expect(noticeRow({ ...jobs, notice })).toBe(
    '<li class="notice-row" data-id="7"><a href="/jobs/ssc"><span class="title">SSC</span><span class="meta">' +
      '<time datetime="2026-11-20">20 Nov</time><span class="badge new"><svg class="icon" aria-hidden="true">' +
      '<use href="#i-spark"></use></svg>New</span></span></a></li>',
  )
})

test('a row of today is marked, and a later one is folded on phones', () => {
  const row = noticeRow({ ...jobs, notice, today: '2026-11-20', folded: true })
  expect(row).toContain('<li class="notice-row fresh folded"')
  expect(row).toContain('<time datetime="2026-11-20">Today</time>')
})

test('nothing that a notice says becomes an element or an attribute', () => {
  const title = `<img src=x onerror="alert('1')"> & more`
  const documentUrl = 'https://example.org/?a="><script>&b=1'
  const row = noticeRow({
    ...jobs,
    kind: kindOfTable('documents'),
    notice: { ...notice, title, document_url: documentUrl },
  })
  expect(row).toContain(`>&lt;img src=x onerror=&quot;alert('1')&quot;&gt; &amp; more</span>`)
  expect(row).toContain('target="_blank" rel="noopener noreferrer"')
  expect(row.match(/<\w+/g)).toEqual(['<li', '<a', '<span', '<span', '<time', '<span', '<svg', '<use'])
})

test('a Hindi title says its language', () => {
  expect(noticeRow({ ...jobs, notice: { ...notice, title: 'पुलिस भर्ती' } })).toContain('<span class="title" lang="hi">')
})
