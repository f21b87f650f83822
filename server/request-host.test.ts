import { expect, test } from 'vitest'
import { hasValidHost } from './request-host.ts'

const isValid = (hosts: string[], httpVersion = '1.1') =>
  hasValidHost({
    httpVersion,
    rawHeaders: ['Accept', '*/*', ...hosts.flatMap((host) => ['Host', host])],
    headers: hosts[0] === undefined ? {} : { host: hosts[0] },
  })

test.each([
  'example.org',
  'EXAMPLE.org.',
  'my_service:3000',
  '127.0.0.1:80',
  '[2001:db8::1]:443',
  '[::ffff:127.0.0.1]',
  'caf%C3%A9.example',
  'example.org:',
  '',
])('the host %j is valid', (host) => {
  expect(isValid([host])).toBe(true)
})

test.each([
  'a b',
  'a/b',
  'me@example.org',
  'example.org:x',
  'a\\b',
  '[::1',
  'caf\u00e9.example',
  'a%2',
  'a#b',
  'a?b',
  'a:1:2',
])('the host %j is not valid', (host) => {
  expect(isValid([host])).toBe(false)
})

test('a request names one host; only HTTP/1.0 permits none', () => {
  expect([isValid([], '1.0'), isValid([], '1.1')]).toEqual([true, false])
  expect(isValid(['example.org', 'example.org'])).toBe(false)
  const request = { rawHeaders: ['host', 'a', 'HOST', 'b'], headers: { host: 'a' }, httpVersion: '1.1' }
  expect(hasValidHost(request)).toBe(false)
})
