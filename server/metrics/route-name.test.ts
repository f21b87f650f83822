import { expect, test } from 'vitest'
import { FIXTURE_PAGES } from '#test/fakes/pages.ts'
import { createRouteNames } from './route-name.ts'

const routeName = createRouteNames(FIXTURE_PAGES)

test.each([
  ['/', '/'],
  ['/jobs', '/jobs'],
  ['/jobs/ssc-cgl', '/jobs/…'],
  ['/admit-card/ssc-cgl', '/admit-card/…'],
  ['/search/dropdown', '/search/dropdown'],
  ['/sections/jobs', '/sections/…'],
  ['/rest/v1/jobs', '/rest/v1'],
  ['/rest/v1/rpc/home_board', '/rest/v1/rpc'],
  ['/rest', '/rest/v1'],
  ['/auth/v1/token', '/auth/v1'],
  ['/share/jobs/a.png', '/share/…'],
  ['/sitemap.xml', 'feeds'],
  ['/jobs/rss.xml', 'feeds'],
  ['/jobs/ssc-cgl/calendar.ics', 'calendars'],
  ['/sitemaps/jobs-1.xml', '/sitemaps/…'],
  ['/admin', '/admin'],
  ['/admin.data', '/admin'],
  ['/admin/jobs/17', '/admin/…'],
  ['/healthz', '/healthz'],
  ['/wp-login.php', 'other'],
  ['/jobs/abc.html', 'other'],
  ['/a/b/c', 'other'],
  ['/404', 'other'],
])('requests for %s are counted under the route %s', (path, name) => expect(routeName(path)).toBe(name))
