import { expect, test } from 'vitest'
import { isPushEndpoint, normalEndpoint } from './endpoint.ts'

const hosts = ['fcm.googleapis.com', '*.push.services.mozilla.com']

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://fcm.googleapis.com:443/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
])('the endpoint %s is accepted', (endpoint) => {
  expect(isPushEndpoint(endpoint, hosts)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com@evil.example/x',
  'https://fcm.googleapis.com:x@evil.example/x',
  'https://user:password@fcm.googleapis.com/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evilfcm.googleapis.com/x',
  'https://push.services.mozilla.com.evil.example/x',
  'https://evilpush.services.mozilla.com/x',
  'https://push.services.mozilla.com/x',
  'https://fcm.googleapis.com./x',
  'https://fcm.googleapis.com#@evil.example/',
  'https://fcm.googleapis.com\\@evil.example/',
  'https://fсm.googleapis.com/x',
  'https://169.254.169.254/latest/meta-data/',
  'https://127.0.0.1:5432/',
  'https://[::1]/',
  'https://localhost/x',
  'https://',
  'fcm.googleapis.com/x',
  'javascript:alert(1)',
  `https://fcm.googleapis.com/${'a'.repeat(2_048)}`,
])('the endpoint %s is rejected', (endpoint) => {
  expect(isPushEndpoint(endpoint, hosts)).toBe(false)
})

test('an endpoint on this machine is accepted with any port', () => {
  expect(isPushEndpoint('https://localhost:4443/x', ['localhost'])).toBe(true)
  expect(isPushEndpoint('https://127.0.0.1:4443/x', ['localhost'])).toBe(false)
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', 'https://fcm.googleapis.com/fcm/send/abc:def'],
  ['HTTPS://FCM.Googleapis.com/Send', 'https://fcm.googleapis.com/Send'],
  ['https://fcm.googleapis.com:443/x', 'https://fcm.googleapis.com/x'],
  ['https://fcm.googleapis.com./x', 'https://fcm.googleapis.com/x'],
  ['https://fcm.googleapis.com.:443/x', 'https://fcm.googleapis.com/x'],
  ['https://fcm.googleapis.com', 'https://fcm.googleapis.com/'],
  ['https://fcm.googleapis.com/%66cm/%7Ea%2db', 'https://fcm.googleapis.com/fcm/~a-b'],
  ['https://fcm.googleapis.com/a%3ab%2541', 'https://fcm.googleapis.com/a%3Ab%2541'],
  ['https://one.notify.windows.com/w/?token=AwY%2b%3d', 'https://one.notify.windows.com/w/?token=AwY%2B%3D'],
  ['https://fcm.googleapis.com/x?', 'https://fcm.googleapis.com/x'],
  ['https://localhost:4443/push/0', 'https://localhost:4443/push/0'],
])('the one spelling of %s is %s', (endpoint, spelling) => {
  expect(normalEndpoint(endpoint)).toBe(spelling)
  expect(normalEndpoint(spelling)).toBe(spelling)
})

test.each(['', 'no address', 'http://fcm.googleapis.com/x', 'https://user@fcm.googleapis.com/x'])(
  'the text %s, which is no endpoint, stays as it is',
  (text) => {
    expect(normalEndpoint(text)).toBe(text)
  },
)
