import { expect, test } from 'vitest'
import { routeName } from './route-name.ts'

test.each([
  ['/', '/'],
  ['/_.data', '/'],
  ['/jobs', '/jobs'],
  ['/jobs.data', '/jobs'],
  ['/jobs/ssc-cgl', '/jobs/…'],
  ['/jobs/ssc-cgl.data', '/jobs/…'],
  ['/admit-card/ssc-cgl', '/admit-card/…'],
  ['/search/dropdown', '/search/dropdown'],
  ['/rest/v1/jobs', '/rest/v1'],
  ['/rest/v1/rpc/home_board', '/rest/v1/rpc'],
  ['/auth/v1/token', '/auth/v1'],
  ['/sitemap.xml', 'feeds'],
  ['/admin/jobs/17', '/admin/…'],
  ['/wp-login.php', 'other'],
  ['/a/b/c', 'other'],
  ['/rest', '/rest/v1'],
])('%s is counted under %s', (path, name) => expect(routeName(path)).toBe(name))
