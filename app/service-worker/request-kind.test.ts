import { expect, test } from 'vitest'
import { kindOfRequest } from './requests.ts'

test.each([
  ['/', 'navigate', 'page'],
  ['/jobs?search=ssc', 'navigate', 'page'],
  ['/jobs/upsc-cds-i-2027-online-form', 'navigate', 'page'],
  ['/administrator-jobs', 'navigate', 'page'],
  ['/_.data', 'cors', 'data'],
  ['/jobs/upsc.data?_routes=x', 'cors', 'data'],
  ['/assets/site-abc.js', 'cors', 'file'],
  ['/assets/noto-sans-devanagari-abc.woff2', 'cors', 'file'],
  ['/admin', 'navigate', null],
  ['/admin/jobs', 'navigate', null],
  ['/admin-login', 'navigate', null],
  ['/admin.data', 'cors', null],
  ['/rest/v1/analytics_events', 'cors', null],
  ['/auth/v1/token', 'cors', null],
  ['/functions/v1/push-notifications/subscribe', 'cors', null],
  ['/storage/v1/object/public/notices/a.pdf', 'navigate', null],
  ['/sections/jobs.data?search=x', 'cors', null],
  ['/jobs/rss.xml', 'navigate', null],
  ['/sitemap.xml', 'navigate', null],
  ['/sw.js', 'same-origin', null],
  ['/search/dropdown?q=x', 'cors', null],
  ['/icon-192.png', 'no-cors', null],
])('%s (%s) is %s', (path, mode, expected) => {
  expect(kindOfRequest(new URL(path, 'https://suchana.example'), mode)).toBe(expected)
})
