import { expect, test } from 'vitest'
import { sitemapIndex, urlSet } from './sitemap-xml.ts'

test('urlSet lists pages with their address and the time of their last change, where known', () => {
  const pages = [{ path: '/', changedAt: '2026-11-21T04:05:00.123456+00:00' }, { path: '/contact' }]
  expect(urlSet('https://suchana.example', pages)).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://suchana.example/</loc><lastmod>2026-11-21T04:05:00.123456+00:00</lastmod></url>
<url><loc>https://suchana.example/contact</loc></url>
</urlset>
`,
  )
})

test('sitemapIndex lists sitemaps', () => {
  expect(sitemapIndex('https://suchana.example', [{ path: '/sitemaps/jobs-1.xml', changedAt: null }])).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://suchana.example/sitemaps/jobs-1.xml</loc></sitemap>
</sitemapindex>
`,
  )
})

test('urlSet escapes addresses', () => {
  expect(urlSet('https://a.example', [{ path: `/a&b<c>"d'` }])).toContain(
    '<loc>https://a.example/a&amp;b&lt;c&gt;&quot;d&#39;</loc>',
  )
})
