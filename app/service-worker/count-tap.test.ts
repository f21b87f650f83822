import { beforeEach, expect, test } from 'vitest'
import { startFakeWorker } from '#test/fakes/service-worker.ts'
import { PUSH_MEMO } from '#domain/app-shell.ts'
import { countTap, sendTaps } from './count-tap.ts'

let browser: ReturnType<typeof startFakeWorker>

beforeEach(async () => {
  browser = startFakeWorker()
  const memo = { endpoint: 'https://fcm.googleapis.com/a', publishableKey: 'key' }
  await (await browser.caches.open(PUSH_MEMO.cache)).put(PUSH_MEMO.key, Response.json(memo))
})

const tap = (tag: string) => countTap({ tag } as Notification)
const online = () => browser.fetch.mockImplementation(() => Promise.resolve(Response.json({ success: true })))
const sent = () => browser.fetch.mock.calls.map(([url, init]) => [url, JSON.parse(init?.body as string) as unknown])
const call = (id: string) => [
  '/functions/v1/push-notifications/click',
  { endpoint: 'https://fcm.googleapis.com/a', notificationId: id },
]

test('a tap is sent with the number of the notification and nothing about the reader but the subscription', async () => {
  online()
  await tap('notification-7')
  expect(sent()).toEqual([call('7')])
  await sendTaps()
  expect(sent()).toHaveLength(1)
})

test('a tap without a network is sent with the next one, once', async () => {
  await tap('notification-7')
  await tap('notification-7')
  browser.fetch.mockClear()
  online()
  await tap('notification-8')
  expect(sent()).toEqual([call('7'), call('8')])
})

test('a tap on a test or on a notification of this browser is not counted', async () => {
  online()
  await tap('test-notification')
  await tap('notification-test')
  await tap('')
  expect(browser.fetch).not.toHaveBeenCalled()
})

test('without a stored subscription nothing is sent', async () => {
  online()
  await browser.caches.delete(PUSH_MEMO.cache)
  await tap('notification-7')
  expect(browser.fetch).not.toHaveBeenCalled()
})
