import { describe, expect, test } from 'vitest'
import { FIXTURE_PAGES } from '#server/fixture-pages.ts'
import { createCacheKeys } from './cache-key.ts'

const cacheKey = createCacheKeys(FIXTURE_PAGES)
const cursor = '2026-11-20T10%3A12%3A52.123456%2B00%3A00_17'

describe('the key of a page, a feed or an image is its address in one spelling', () => {
  test.each([
    ['/', '/'],
    ['/jobs', '/jobs'],
    ['/admit-card', '/admit-card'],
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
  ])('%s', (url, key) => expect(cacheKey(url)).toBe(key))
})

describe('all paths where nothing is have the key of the 404 page', () => {
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
    `/jobs/${'a'.repeat(101)}`,
    `/${'a'.repeat(1_000)}`,
  ])('%s', (url) => expect(cacheKey(url)).toBe('/404'))
})

describe('not cached is', () => {
  test.each([
    ['a spelling that is redirected', '/Jobs'],
    ['a slash at the end', '/jobs/'],
    ['two slashes', '//'],
    ['an escaped path', '/jobs/%61'],
    ['a slug in capitals', '/jobs/SSC'],
    ['a slug in capitals with a parameter', '/jobs/SSC?x=1'],
    ['the back office', '/admin'],
    ['a page of the back office', '/admin/jobs/17'],
    ['the sign-in', '/admin-login'],
    ['the back office in capitals', '/Admin/'],
    ['the contract', '/rest/v1/rpc/home_board'],
    ['sign-in of the contract', '/auth/v1/user'],
    ['a stored file', '/storage/v1/object/public/notices/a.pdf'],
    ['the state of the server', '/healthz'],
    ['numbers of the server', '/metrics'],
    ['the manifest', '/manifest.webmanifest'],
    ['a missing file', '/assets/gone.js'],
    ['a well-known file', '/.well-known/security.txt'],
    ['a missing icon', '/favicon.ico'],
    ['a calendar of nothing', '/unknown/calendar.ics'],
    ['a page that is never cached', '/newsletter'],
    ['a fragment that is never cached', '/sections/jobs?search=ssc'],
    ['a text on a list', '/jobs?search=ssc'],
    ['an empty text on a list', '/jobs?search='],
    ['a text of the search', '/search?q=ssc'],
    ['a category of the search', '/search?category=jobs'],
    ['a text in the dropdown', '/search/dropdown?q=ssc'],
    ['an unknown parameter', '/jobs?x=1'],
    ['a known parameter of another page', `/?after=${cursor}`],
    ['a parameter twice', `/jobs?after=${cursor}&after=${cursor}`],
    ['a cursor that is none', '/jobs?after=2026'],
    ['an inherited name', '/jobs?constructor=1'],
    ['a parameter of a feed', '/rss.xml?x=1'],
    ['two question marks', '/jobs?after?'],
    ['a whole address', 'http://evil.example/jobs'],
    ['a star', '*'],
    ['nothing', ''],
    ['a long address', `/jobs?utm_source=${'a'.repeat(300)}`],
  ])('%s', (_name, url) => expect(cacheKey(url)).toBeNull())
})
