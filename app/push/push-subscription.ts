import {
  changePreferences,
  readPreferences,
  registerSubscription,
  removeSubscription,
  requestTest,
} from '#app/data/push-calls.ts'
import { LATE_RESPONSE_MS } from '#domain/limits.ts'
import { PUSH_BROWSER, TEST_NOTIFICATION } from '#domain/push/browser-messages.ts'
import { DEFAULT_PUSH_PREFERENCES, type PushPreferences } from '#domain/push/preferences.ts'
import { shownNotification } from '#domain/push/shown-notification.ts'
import { deletePushCopy, readPushCopy, writePushCopy } from './push-copy.ts'
import { registerServiceWorker } from '#app/browser/offline/service-worker.ts'

/** Source: docs/behaviour/push.md#states-of-a-browser. */
export type PushState =
  | { kind: 'unsupported' }
  | { kind: 'not-granted'; permission: 'default' | 'denied' }
  | { kind: 'granted' }
  | { kind: 'subscribed'; endpoint: string }

/** The two public keys that subscribing needs; both are settings of the site. */
export interface PushKeys {
  publishableKey: string
  /** Empty when it could not be read. */
  vapidPublicKey: string
}

export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

/** @returns the state of this browser, without a permission prompt */
export async function readPushState(): Promise<PushState> {
  if (!isPushSupported()) return { kind: 'unsupported' }
  const { permission } = Notification
  if (permission !== 'granted') return { kind: 'not-granted', permission }
  const subscription = await activeSubscription()
  return subscription ? { kind: 'subscribed', endpoint: subscription.endpoint } : { kind: 'granted' }
}

/**
 * Asks for permission, registers the browser's subscription or a new one with the server and stores a copy. Call it
 * from a click handler, because browsers show the permission prompt only then.
 *
 * @param asked the keys, which may still be on their way: the prompt does not wait for them
 * @throws Error with a message for the visitor
 */
export async function subscribe(
  asked: PushKeys | Promise<PushKeys>,
  preferences: PushPreferences = readPushCopy()?.preferences ?? DEFAULT_PUSH_PREFERENCES,
): Promise<void> {
  const arriving = Promise.resolve(asked).catch(log)
  await logged(async () => {
    if (!isPushSupported()) throw new Error(PUSH_BROWSER.cannotSubscribe)
    if ((await Notification.requestPermission()) !== 'granted') throw new Error(PUSH_BROWSER.denied)
    const keys = await arriving
    if (!keys) throw new Error(PUSH_BROWSER.subscribeFailed)
    if (!keys.vapidPublicKey || !(await registerServiceWorker())) throw new Error(PUSH_BROWSER.cannotSubscribe)
    const { pushManager } = await readyServiceWorker()
    const existing = await usableSubscription(pushManager, keys)
    const subscription = existing ?? (await newSubscription(pushManager, keys))
    try {
      await register(subscription, keys, preferences)
    } catch (error) {
      // A subscription that the server does not know would look active, but get no notifications.
      if (!existing) await subscription.unsubscribe().catch(() => false)
      throw error
    }
  })
}

/** Ends the subscription of this browser, if there is one. A failure of the server is logged and ignored. */
export async function unsubscribe({ publishableKey }: Pick<PushKeys, 'publishableKey'>): Promise<void> {
  await logged(async () => {
    const subscription = isPushSupported() ? await activeSubscription() : null
    const endpoint = subscription?.endpoint ?? readPushCopy()?.endpoint
    // First, so that nothing refreshes the subscription that ends.
    await deletePushCopy()
    await subscription?.unsubscribe()
    if (endpoint) await removeSubscription(publishableKey, endpoint).catch(log)
  })
}

/** @throws Error with a message for the visitor */
export async function updatePreferences(keys: PushKeys, preferences: PushPreferences): Promise<void> {
  await logged(async () => {
    const { endpoint } = await requiredSubscription()
    await changePreferences(keys.publishableKey, endpoint, preferences)
    await writePushCopy({ ...keysOf(keys), endpoint, preferences })
  })
}

/**
 * Changes the preferences without throwing.
 *
 * @param onFailure gets the message for the visitor
 * @returns false when they could not be changed
 */
export async function savePreferences(
  keys: PushKeys,
  preferences: PushPreferences,
  onFailure: (message: string) => void,
): Promise<boolean> {
  try {
    await updatePreferences(keys, preferences)
    return true
  } catch (error) {
    onFailure(error instanceof Error ? error.message : String(error))
    return false
  }
}

/** @returns the preferences of this browser: from the server, else from the local copy, else the defaults */
export async function readOwnPreferences({
  publishableKey,
}: Pick<PushKeys, 'publishableKey'>): Promise<PushPreferences> {
  const stored = readPushCopy()?.preferences ?? DEFAULT_PUSH_PREFERENCES
  try {
    const subscription = isPushSupported() ? await activeSubscription() : null
    return (subscription && (await readPreferences(publishableKey, subscription.endpoint))) ?? stored
  } catch (error) {
    log(error)
    return stored
  }
}

/**
 * Has the server send a test notification to this browser. If that fails, the browser shows one itself.
 *
 * @returns who has sent it
 * @throws Error when there is no subscription
 */
export async function sendTest({ publishableKey }: Pick<PushKeys, 'publishableKey'>): Promise<'server' | 'browser'> {
  return logged(async () => {
    const { endpoint } = await requiredSubscription()
    try {
      await requestTest(publishableKey, endpoint)
      return 'server'
    } catch (error) {
      log(error)
      await showLocal({ ...TEST_NOTIFICATION })
      return 'browser'
    }
  })
}

/**
 * Shows a notification without a push.
 *
 * @param message the members of a push message: title, body, icon, image, url, tag
 */
export async function showLocal(message: Record<string, unknown>): Promise<void> {
  if (!isPushSupported() || Notification.permission !== 'granted') {
    return console.warn('A notification is not shown: it is not supported or not permitted')
  }
  const registration = await navigator.serviceWorker.getRegistration()
  const { title, options } = shownNotification(message, location.host)
  await registration?.showNotification(title, options)
}

/**
 * Registers the current subscription with the server when the browser has replaced or lost it while no page was open,
 * or when the keys of the site have changed. Never shows a permission prompt.
 */
export async function refreshSubscription(readKeys: () => Promise<PushKeys>): Promise<void> {
  if (!readPushCopy() || !isPushSupported() || Notification.permission !== 'granted') return
  const keys = await readKeys()
  if (!keys.vapidPublicKey) return
  const { pushManager } = await readyServiceWorker()
  const subscription = await usableSubscription(pushManager, keys)
  const copy = readPushCopy()
  // Who has unsubscribed meanwhile stays without a subscription.
  if (!copy) return
  if (subscription?.endpoint === copy.endpoint) return writePushCopy({ ...keysOf(keys), ...copy })
  await subscribe(keys, copy.preferences)
  const now = await activeSubscription()
  if (now?.endpoint !== copy.endpoint) await removeSubscription(keys.publishableKey, copy.endpoint).catch(log)
}

async function register(subscription: PushSubscription, keys: PushKeys, preferences: PushPreferences): Promise<void> {
  const { endpoint } = subscription
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const { userAgent } = navigator
  const former = readPushCopy()?.endpoint
  await registerSubscription(keys.publishableKey, {
    endpoint,
    p256dh,
    auth,
    preferences,
    userAgent,
    ...(former && former !== endpoint && { former }),
  })
  await writePushCopy({ ...keysOf(keys), endpoint, preferences })
}

/** @throws Error with a message for the visitor when the service worker cannot be installed, for which browsers wait for ever */
async function readyServiceWorker(): Promise<ServiceWorkerRegistration> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(PUSH_BROWSER.cannotSubscribe)), LATE_RESPONSE_MS)
    void navigator.serviceWorker.ready.then(resolve)
  })
}

async function newSubscription(pushManager: PushManager, { vapidPublicKey }: PushKeys): Promise<PushSubscription> {
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidPublicKey })
  } catch (error) {
    throw new Error(PUSH_BROWSER.subscribeFailed, { cause: error })
  }
}

/** Push services reject messages signed with another key than that of the subscription, so then a new one is needed. */
async function usableSubscription(
  pushManager: PushManager,
  { vapidPublicKey }: PushKeys,
): Promise<PushSubscription | null> {
  const subscription = await pushManager.getSubscription()
  const key = subscription?.options?.applicationServerKey
  if (!subscription || !key || base64Url(key) === vapidPublicKey.replace(/=+$/, '')) return subscription
  await subscription.unsubscribe()
  return null
}

function base64Url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

async function activeSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function requiredSubscription(): Promise<PushSubscription> {
  if (!isPushSupported()) throw new Error(PUSH_BROWSER.unsupported)
  if (Notification.permission !== 'granted') throw new Error(PUSH_BROWSER.denied)
  const subscription = await activeSubscription()
  if (!subscription) throw new Error(PUSH_BROWSER.noSubscription)
  return subscription
}

function keysOf({ publishableKey, vapidPublicKey }: PushKeys): PushKeys {
  return { publishableKey, vapidPublicKey }
}

async function logged<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    log(error)
    throw error
  }
}

function log(error: unknown): void {
  console.warn('Notifications:', error)
}
