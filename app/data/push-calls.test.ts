import { afterEach, expect, test, vi } from 'vitest'
import { DEFAULT_PUSH_PREFERENCES } from '#domain/push/preferences.ts'
import {
  changePreferences,
  pushPreferences,
  registerSubscription,
  removeSubscription,
  requestTest,
} from './push-calls.ts'

afterEach(() => void vi.unstubAllGlobals())

test('preferences contain the known categories and no other', () => {
  expect(pushPreferences({ ...DEFAULT_PUSH_PREFERENCES, other: true })).toEqual(DEFAULT_PUSH_PREFERENCES)
})

test('a category that did not exist when preferences were stored is not wanted', () => {
  const { newJobs: _new, ...older } = DEFAULT_PUSH_PREFERENCES
  expect(pushPreferences(older)).toEqual({ ...DEFAULT_PUSH_PREFERENCES, newJobs: false })
})

test.each([[null], [undefined], ['text'], [{}], [{ newJobs: true }]])('%j is no preferences', (value) => {
  expect(pushPreferences(value)).toBeNull()
})

const registration = { endpoint: 'e', p256dh: 'p', auth: 'a', preferences: DEFAULT_PUSH_PREFERENCES, userAgent: 'u' }

test.each<[message: string, call: () => Promise<void>]>([
  ['Failed to subscribe', () => registerSubscription('key', registration)],
  ['Failed to unsubscribe', () => removeSubscription('key', 'e')],
  ['Failed to update preferences', () => changePreferences('key', 'e', DEFAULT_PUSH_PREFERENCES)],
  ['Failed to send test notification', () => requestTest('key', 'e')],
])('a call that fails without a message of the server says %s', async (message, call) => {
  for (const reply of [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.resolve(new Response('no JSON', { status: 500 })),
    () => Promise.resolve(Response.json({ error: '' }, { status: 500 })),
    // The page of a network that asks for a sign-in.
    () => Promise.resolve(new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } })),
  ]) {
    vi.stubGlobal('fetch', reply)
    await expect(call()).rejects.toThrow(message)
  }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error: 'Not now' }, { status: 503 })))
  await expect(call()).rejects.toThrow('Not now')
})
