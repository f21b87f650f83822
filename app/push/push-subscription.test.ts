import { afterEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_PUSH_PREFERENCES } from '#domain/push/preferences.ts'
import {
  readOwnPreferences,
  readPushState,
  refreshSubscription,
  savePreferences,
  sendTest,
  showLocal,
  subscribe,
  unsubscribe,
  updatePreferences,
} from './push-subscription.ts'

const KEYS = { publishableKey: 'public', vapidPublicKey: 'vapid' }
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/x'

interface Browser {
  permission?: NotificationPermission
  /** The user's response to the permission prompt. */
  answer?: NotificationPermission
  isSubscribed?: boolean
  /** Whether the service worker has been installed before; then registering it again takes for ever, as on a network that hangs. */
  isInstalled?: boolean
  /** Status of the push function's responses. */
  status?: number
}

/** Stubs the browser APIs for notifications and records the calls. */
function aBrowser(browser: Browser) {
  const { permission = 'granted', answer = permission, isSubscribed = true, isInstalled = true, status = 200 } = browser
  const calls: string[] = []
  const shown: unknown[] = []
  const stored = new Map<string, string>()
  let isActive = isSubscribed
  const subscription = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => {
      isActive = false
      return Promise.resolve(Boolean(calls.push('browser: unsubscribe')))
    },
  }
  const pushManager = {
    getSubscription: () => Promise.resolve(isActive ? subscription : null),
    subscribe: () => Promise.resolve(calls.push('browser: subscribe') && subscription),
  }
  const showNotification = (...call: unknown[]) => Promise.resolve(void shown.push(call))
  const registration = { active: isInstalled ? {} : null, pushManager, showNotification }
  const serviceWorker = {
    getRegistration: () => Promise.resolve(registration),
    ready: Promise.resolve(registration),
    register: () => (isInstalled ? new Promise(() => {}) : Promise.resolve(registration)),
  }
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubEnv('DEV', false)
  vi.stubGlobal('navigator', { serviceWorker, userAgent: 'a browser' })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission, requestPermission: () => Promise.resolve(answer) })
  vi.stubGlobal('location', { host: 'suchana.example' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  vi.stubGlobal('caches', {
    open: () => Promise.resolve({ put: () => Promise.resolve() }),
    delete: () => Promise.resolve(true),
  })
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${url.split('/').pop()}`)
    return Promise.resolve(Response.json(status === 200 ? { success: true } : {}, { status }))
  })
  return { calls, shown, copy: () => JSON.parse(stored.get('user_preferences') ?? '{}').push_subscription }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('a browser without push', () => {
  test.each([
    ['subscribing', () => subscribe(KEYS), /^Push notifications are not supported$/],
    [
      'a change',
      () => updatePreferences(KEYS, DEFAULT_PUSH_PREFERENCES),
      /^Push notifications are not supported in this browser$/,
    ],
    ['a test', () => sendTest(KEYS), /^Push notifications are not supported in this browser$/],
  ])('a browser without push rejects %s', async (_what, act, message) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    await expect(act()).rejects.toThrow(message)
  })

  test('a browser without push is in the state unsupported, and a local notification is only a warning in the log', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(await readPushState()).toEqual({ kind: 'unsupported' })
    await showLocal({ title: 'x' })
    expect(warned).toHaveBeenCalledOnce()
  })
})

test.each([
  [{ permission: 'default' }, { kind: 'not-granted', permission: 'default' }],
  [{ permission: 'denied' }, { kind: 'not-granted', permission: 'denied' }],
  [{ isSubscribed: false }, { kind: 'granted' }],
  [{}, { kind: 'subscribed', endpoint: ENDPOINT }],
] as [Browser, object][])('a browser with %j is in the state %j', async (browser, state) => {
  aBrowser(browser)
  expect(await readPushState()).toEqual(state)
})

describe('subscribing', () => {
  test('subscribing registers an existing subscription and stores a copy', async () => {
    const { calls, copy } = aBrowser({ permission: 'default', answer: 'granted' })
    await subscribe(KEYS)
    expect(calls).toEqual(['POST subscribe'])
    expect(copy()).toEqual({ endpoint: ENDPOINT, preferences: DEFAULT_PUSH_PREFERENCES })
  })

  test('subscribing creates a subscription where there is none, and removes it when the server rejects it', async () => {
    const { calls, copy } = aBrowser({ isSubscribed: false, status: 500 })
    await expect(subscribe(KEYS)).rejects.toThrow('Failed to subscribe')
    expect(calls).toEqual(['browser: subscribe', 'POST subscribe', 'browser: unsubscribe'])
    expect(copy()).toBeUndefined()
  })

  test('subscribing installs the service worker of a browser without one', async () => {
    const { calls } = aBrowser({ isInstalled: false, isSubscribed: false })
    await subscribe(KEYS)
    expect(calls).toEqual(['browser: subscribe', 'POST subscribe'])
  })

  test('subscribing is rejected when the user denies permission', async () => {
    const { calls } = aBrowser({ permission: 'default', answer: 'denied' })
    await expect(subscribe(KEYS)).rejects.toThrow('Notification permission denied')
    expect(calls).toEqual([])
  })
})

describe('unsubscribing', () => {
  test('unsubscribing ends the subscription in the browser and at the server, whose failure is ignored', async () => {
    const { calls, copy } = aBrowser({ status: 500 })
    await unsubscribe(KEYS)
    expect(calls).toEqual(['browser: unsubscribe', 'DELETE unsubscribe'])
    expect(copy()).toBeUndefined()
  })

  test('a subscription that ends while it is refreshed is not made again', async () => {
    const { calls, copy } = aBrowser({})
    await subscribe(KEYS)
    calls.length = 0
    const keys = Promise.withResolvers<typeof KEYS>()
    const refreshed = refreshSubscription(() => keys.promise)
    const ended = unsubscribe(KEYS)
    keys.resolve(KEYS)
    await Promise.all([refreshed, ended])
    expect(calls).toEqual(['browser: unsubscribe', 'DELETE unsubscribe'])
    expect(copy()).toBeUndefined()
  })

  test('unsubscribing does nothing without a subscription', async () => {
    const { calls } = aBrowser({ isSubscribed: false })
    await unsubscribe(KEYS)
    expect(calls).toEqual([])
  })
})

test.each([
  ['a change', () => updatePreferences(KEYS, DEFAULT_PUSH_PREFERENCES)],
  ['a test', () => sendTest(KEYS)],
])('%s is rejected without a subscription', async (_what, act) => {
  aBrowser({ isSubscribed: false })
  await expect(act()).rejects.toThrow('No active subscription found')
})

test('errors are logged and thrown again', async () => {
  aBrowser({ isSubscribed: false, status: 500 })
  await expect(updatePreferences(KEYS, DEFAULT_PUSH_PREFERENCES)).rejects.toThrow('No active subscription found')
  await expect(subscribe(KEYS)).rejects.toThrow('Failed to subscribe')
  expect(vi.mocked(console.warn).mock.calls.map(([, error]) => String(error))).toEqual([
    'Error: No active subscription found',
    'Error: Failed to subscribe',
  ])
})

test('a change that the server rejects is not stored', async () => {
  const { copy } = aBrowser({ status: 500 })
  await expect(updatePreferences(KEYS, DEFAULT_PUSH_PREFERENCES)).rejects.toThrow('Failed to update preferences')
  expect(copy()).toBeUndefined()
})

test.each<[expected: string | null, browser: Browser]>([
  [null, {}],
  ['Failed to update preferences', { status: 500 }],
  ['No active subscription found', { isSubscribed: false }],
  ['Notification permission denied', { permission: 'denied' }],
])('saving preferences does not throw, and reports the failure %s', async (expected, browser) => {
  aBrowser(browser)
  const failures: string[] = []
  const isSaved = await savePreferences(KEYS, DEFAULT_PUSH_PREFERENCES, (message) => failures.push(message))
  expect([isSaved, failures]).toEqual([expected === null, expected === null ? [] : [expected]])
})

test('preferences that cannot be read from the server are read from the local copy', async () => {
  aBrowser({})
  const chosen = { ...DEFAULT_PUSH_PREFERENCES, results: false }
  await subscribe(KEYS, chosen)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await readOwnPreferences(KEYS)).toEqual(chosen)
})

test('a test notification is shown by the browser when the server cannot send it', async () => {
  const { shown } = aBrowser({ status: 502 })
  expect(await sendTest(KEYS)).toBe('browser')
  const body = 'This is a test notification from the product PWA!'
  expect(shown).toMatchObject([['Test Notification', { body, tag: 'test-notification' }]])
})
