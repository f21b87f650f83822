import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shownNotification } from './shown-notification.ts'

const HOST = 'suchana.example'

const defaults = {
  title: HOST,
  options: {
    body: 'New government job notification available!',
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    vibrate: [200, 100, 200],
    data: { url: null },
  },
}

test.each([
  [null],
  [undefined],
  ['text'],
  [7],
  [[]],
  [{}],
  [{ title: '  ', body: '', url: null, image: null, icon: {} }],
])('the message %j is shown with the specified defaults', (message) =>
  expect(shownNotification(message, HOST)).toEqual(defaults),
)

test('the members of a message are the content of the notification', () => {
  const message = {
    title: 'SSC MTS 2026',
    body: 'Apply until 10-12-2026',
    icon: '/a.png',
    badge: '/b.png',
    image: 'https://cdn.example/c.png',
    url: '/jobs/ssc-mts',
    tag: 'jobs',
    notificationId: 17,
  }
  expect(shownNotification(message, HOST)).toEqual({
    title: 'SSC MTS 2026',
    options: {
      body: 'Apply until 10-12-2026',
      icon: '/a.png',
      badge: '/b.png',
      image: 'https://cdn.example/c.png',
      vibrate: [200, 100, 200],
      tag: 'jobs',
      data: { url: '/jobs/ssc-mts' },
    },
  })
})

test.each([
  [{ notificationId: 17 }, '17'],
  [{ notificationId: 'a-b' }, 'a-b'],
  [{ tag: 'jobs', notificationId: 17 }, 'jobs'],
  [{}, undefined],
])('the notification of the message %j has the tag %s', (message, tag) =>
  expect(shownNotification(message, HOST).options.tag).toBe(tag),
)

test('the default icon has 192 and the default badge 96 pixels', () => {
  const { icon, badge } = shownNotification({}, HOST).options
  // The header of a PNG file: width and height follow 16 other bytes.
  const sizeOf = (path: string) => {
    const file = readFileSync(`public${path}`)
    return [file.readUInt32BE(16), file.readUInt32BE(20)]
  }
  expect([sizeOf(icon), sizeOf(badge)]).toEqual([
    [192, 192],
    [96, 96],
  ])
})

test('a notification about something that is followed has a button that ends it', () => {
  const { options } = shownNotification({ title: 'Admit card', url: '/a', follow: 'recruitment:7' }, 'host')
  expect(options.actions).toEqual([{ action: 'stop', title: 'Stop following' }])
  expect(options.data).toEqual({ url: '/a', follow: 'recruitment:7' })
})
