import { describe, expect, test } from 'vitest'
import { FIXTURE_PAGES } from '#test/fakes/pages.ts'
import { canonicalPath, createPagePaths, isAdminPath, isFilePath, isServicePath } from './paths.ts'

describe('createPagePaths', () => {
  const paths = createPagePaths(FIXTURE_PAGES)
  test.each([
    ['/', '/'],
    ['/jobs', '/jobs'],
    ['/jobs/ssc-cgl-2026', '/jobs/:slug'],
    ['/admit-card/a', '/admit-card/:slug'],
    ['/search/dropdown', '/search/dropdown'],
    ['/sections/admit_cards', '/sections/:table'],
  ])('the path %s belongs to the page %s', (path, pattern) => expect(paths.find(path)?.path).toBe(pattern))

  test.each([
    '',
    '/jobs/',
    '/JOBS',
    '/jobs/SSC',
    '/jobs/a.html',
    '/jobs/a/b',
    '/jobs/-a',
    '/jobs/:slug',
    `/jobs/${'a'.repeat(101)}`,
    '/jobs/%61',
    '/jobs/a\n',
    '/unknown',
    'jobs',
  ])('the path %j belongs to no page', (path) => expect(paths.find(path)).toBeUndefined())
})

test.each([
  ['/jobs', '/jobs'],
  ['/JOBS/', '/jobs'],
  ['//jobs//a/', '/jobs/a'],
  ['/jobs/%61', '/jobs/a'],
  ['/', '/'],
  ['//', '/'],
  ['/%', '/%'],
  ['/jobs/a%0d%0ab', '/jobs/a%0D%0Ab'],
  ['/%E0%A4%95', '/%E0%A4%95'],
])('the canonical path of %s is %s', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical)
  expect(canonicalPath(canonical)).toBe(canonical)
})

test.each([
  ['/assets/main-abc.js', true],
  ['/.well-known/security.txt', true],
  ['/favicon.ico', true],
  ['/apple-touch-icon.png', true],
  ['/icon-maskable-512.png', true],
  ['/robots.txt', true],
  ['/jobs/rss.xml', true],
  ['/jobs/a/calendar.ics', true],
  ['/sw.js', true],
  ['/index.php', false],
  ['/jobs/abc.html', false],
  ['/x.txt', false],
  ['/assets', false],
  ['/my-favicon.ico', false],
  ['/jobs/favicon.ico', false],
  ['/apple-touch-icon-120x120-precomposed.png', false],
  ['/icon-64.png', false],
  ['/screenshots/x.webp', false],
])('isFilePath of %s is %s', (path, isFile) => expect(isFilePath(path)).toBe(isFile))

test.each([
  ['/admin', true],
  ['/admin/jobs/17', true],
  ['/admin.data', true],
  ['/admin/jobs.data', true],
  ['/admin-login', true],
  ['/administrator', false],
  ['/admin.php', false],
  ['/jobs/admin', false],
])('isAdminPath of %s is %s', (path, isAdmin) => expect(isAdminPath(path)).toBe(isAdmin))

test.each([
  ['/rest/v1/jobs', true],
  ['/auth/v1/token', true],
  ['/share/site.png', true],
  ['/sitemaps/jobs-1.xml', true],
  ['/healthz', true],
  ['/rest', false],
  ['/rest/v2/jobs', false],
  ['/healthz/a', false],
  ['/sitemaps/a/b', false],
])('isServicePath of %s is %s', (path, isService) => expect(isServicePath(path)).toBe(isService))
