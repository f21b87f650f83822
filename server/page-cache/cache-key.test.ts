import { describe, expect, test } from 'vitest'
import { FIXTURE_PAGES } from '#test/fakes/pages.ts'
import { createCacheKeys } from './cache-key.ts'

const cacheKey = createCacheKeys(FIXTURE_PAGES)
const cursor = '2026-11-20T10%3A12%3A52.123456%2B00%3A00_17'

describe('cacheable addresses', () => {
  test.each([
    ['/', '/'],
    ['/jobs', '/jobs'],
    ['/admit-card', '/admit-card'],
    ['/jobs/10th-pass', '/jobs/10th-pass'],
    ['/jobs/10th-pass?utm_source=x', '/jobs/10th-pass'],
    ['/jobs/in/goa/rss.xml', '/jobs/in/goa/rss.xml'],
    ['/jobs/closing-soon/calendar.ics?x=1', '/jobs/closing-soon/calendar.ics'],
    ['/jobs/calendar.ics', '/jobs/calendar.ics'],
    ['/admit-card/ssc-cgl-2026', '/admit-card/ssc-cgl-2026'],
    ['/admit-cards/ssc-cgl-2026', '/admit-cards/ssc-cgl-2026'],
    ['/recruitments/ssc-cgl', '/recruitments/ssc-cgl'],
    ['/search', '/search'],
    ['/search/dropdown?q=', '/search/dropdown?q='],
    ['/contact', '/contact'],
    [`/jobs?after=${cursor}`, `/jobs?after=${cursor}`],
    ['/rss.xml', '/rss.xml'],
    ['/jobs/atom.xml', '/jobs/atom.xml'],
    ['/robots.txt', '/robots.txt'],
    ['/sitemap.xml', '/sitemap.xml'],
    ['/sitemaps/admit-cards-12.xml', '/sitemaps/admit-cards-12.xml'],
    ['/jobs/a/calendar.ics', '/jobs/a/calendar.ics'],
    ['/share/jobs/a.png', '/share/jobs/a.png'],
    ['/share/site.png', '/share/site.png'],
    ['/jobs?', '/jobs'],
    ['/jobs?utm_source=whatsapp&fbclid=x', '/jobs'],
    [`/jobs?utm_source=a&after=${cursor}`, `/jobs?after=${cursor}`],
    ['/jobs?x=1', '/jobs'],
    [`/?after=${cursor}`, '/'],
    ['/jobs?constructor=1', '/jobs'],
    ['/jobs?x?1', '/jobs'],
    ['/jobs?after?', '/jobs'],
    ['/?x=1?2', '/'],
    ['/rss.xml?x?2', '/rss.xml'],
    ['/share/jobs/a.png?1?2', '/share/jobs/a.png'],
    ['/rss.xml?x=1', '/rss.xml'],
    ['/sitemaps/jobs-1.xml?x=1&x=2', '/sitemaps/jobs-1.xml'],
    [`/jobs?x=${'a'.repeat(300)}`, '/jobs'],
  ])('the address %s has the cache key %s', (url, key) => expect(cacheKey(url)).toBe(key))
})

describe('unknown paths', () => {
  test.each([
    '/unknown',
    '/unknown/deep/er',
    '/unknown?x=1&utm_source=a',
    '/index.php?id=1?2',
    '/wp-admin',
    '/jobs/abc.html',
    '/jobs/a/b',
    '/jobs/a;.css',
    '/jobs.data',
    '/rss.xml.data',
    '/recruitments',
    '/rest/v2/jobs',
    '/healthz/a',
    '/administrator',
    '/%',
    '/404',
    `/${'a'.repeat(1_000)}`,
  ])('the unknown path %s has the cache key of the 404 page', (url) => expect(cacheKey(url)).toBe('/404'))

  test.each([
    '/jobs/ssc_cgl',
    '/jobs/%E0%A4%AD%E0%A4%B0%E0%A5%8D%E0%A4%A4%E0%A5%80?x=1',
    '/jobs/-a',
    '/admit-card/ssc%20cgl',
    '/recruitments/a~b',
    `/jobs/${'a'.repeat(101)}`,
  ])('the impossible slug of %s has the cache key of a missing record', (url) =>
    expect(cacheKey(url)).toBe('/404/record'),
  )
})

describe('addresses that are not cached', () => {
  test.each([
    ['a spelling that is redirected', '/Jobs'],
    ['a slash at the end', '/jobs/'],
    ['two slashes', '//'],
    ['an escaped path', '/jobs/%61'],
    ['a slug in capitals', '/jobs/SSC'],
    ['a slug in capitals with a parameter', '/jobs/SSC?x=1'],
    ['the admin', '/admin'],
    ['an admin page', '/admin/jobs/17'],
    ['the sign-in', '/admin-login'],
    ['the admin in capitals', '/Admin/'],
    ['a function of the backend', '/rest/v1/rpc/home_board'],
    ['authentication', '/auth/v1/user'],
    ['a stored file', '/storage/v1/object/public/notices/a.pdf'],
    ['the health check', '/healthz'],
    ['the metrics', '/metrics'],
    ['the manifest', '/manifest.webmanifest'],
    ['a missing file', '/assets/gone.js'],
    ['a well-known file', '/.well-known/security.txt'],
    ['a missing icon', '/favicon.ico'],
    ['the calendar of an unknown page', '/unknown/calendar.ics'],
    ['a page that is never cached', '/newsletter'],
    ['a fragment that is never cached', '/sections/jobs?search=ssc'],
    ['a search on a list', '/jobs?search=ssc'],
    ['an empty search on a list', '/jobs?search='],
    ['a search text', '/search?q=ssc'],
    ['a search category', '/search?category=jobs'],
    ['a search text in the dropdown', '/search/dropdown?q=ssc'],
    ['a parameter twice', `/jobs?after=${cursor}&after=${cursor}`],
    ['an invalid cursor', '/jobs?after=2026'],
    ['an absolute address', 'http://evil.example/jobs'],
    ['an asterisk', '*'],
    ['an empty address', ''],
  ])('%s has no cache key', (_name, url) => expect(cacheKey(url)).toBeNull())
})

test.each([
  '/jobs?state=goa',
  '/jobs?state=',
  '/jobs/10th-pass?state=goa',
  `/jobs/10th-pass?after=${cursor}`,
  '/jobs/rss.xml?state=goa',
  '/jobs/calendar.ics?fee=free&state=goa',
  '/jobs/in/goa/atom.xml?unstated=1',
])('combinations of filters take no room in the cache: %s', (url) => expect(cacheKey(url)).toBeNull())
