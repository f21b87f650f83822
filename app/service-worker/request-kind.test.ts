import { beforeEach, expect, test } from 'vitest'
import { FakeFetchEvent, startFakeWorker } from '#test/fakes/service-worker.ts'
import { kindOfRequest } from './request-kind.ts'

beforeEach(() => void startFakeWorker())

const kindOf = (...request: ConstructorParameters<typeof FakeFetchEvent>) =>
  kindOfRequest(new FakeFetchEvent(...request).asEvent.request)

test.each([
  ['/', 'page'],
  ['/jobs?search=ssc', 'page'],
  ['/jobs/upsc-cds-i-2027-online-form', 'page'],
  ['/search?q=ssc#main', 'page'],
  ['/notifications', 'other page'],
  ['/administrator-jobs', 'other page'],
  ['/index.php', 'other page'],
  ['/assets/main-abc.js', 'asset'],
  ['/admin', null],
  ['/admin/jobs', null],
  ['/admin-login', null],
  ['/rest/v1/jobs', null],
  ['/storage/v1/object/public/notices/a.pdf', null],
  ['/.well-known/security.txt', null],
  ['/share/site.png', null],
  ['https://elsewhere.example/jobs', null],
])('a navigation to %s: %s', (path, expected) => {
  expect(kindOf(path)).toBe(expected)
})

test.each([
  ['/jobs', 'text/html', 'page'],
  ['/jobs/x', 'text/html,*/*;q=0.8', 'page'],
  ['/jobs', '*/*', null],
  ['/notifications', 'text/html', null],
  ['/rest/v1/analytics_events', 'text/html', null],
  ['/assets/noto-sans-latin-abc.woff2', '*/*', 'asset'],
  ['/icon-192.png', 'image/*', null],
  ['/sw.js', '*/*', null],
])('a fetch of %s that accepts %s: %s', (path, accept, expected) => {
  expect(kindOf(path, { mode: 'cors', accept })).toBe(expected)
})

test('a fetch with the cache mode no-store goes to the network, a navigation does not', () => {
  expect(kindOf('/jobs?search=ssc', { mode: 'cors', cache: 'no-store' })).toBeNull()
  expect(kindOf('/jobs?search=ssc', { cache: 'no-store' })).toBe('page')
})

test('a posted form goes to the network', () => {
  expect(kindOf('/jobs', { method: 'POST' })).toBeNull()
})
