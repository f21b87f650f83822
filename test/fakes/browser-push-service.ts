import type { BrowserContext, Page } from '@playwright/test'

/** Fakes the push service of the browser, which tests cannot reach: subscriptions have generated keys. */
export async function withPushService(context: BrowserContext): Promise<void> {
  // Subscribing is limited per address, so every browser gets its own.
  const number = () => Math.floor(Math.random() * 256)
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `10.${number()}.${number()}.${number()}` })
  await context.addInitScript(() => {
    const NAME = 'fake push subscription'
    interface StoredSubscription {
      endpoint: string
      keys: Record<string, string>
    }
    const base64Url = (bytes: ArrayBuffer | Uint8Array) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    const read = () => JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as StoredSubscription | null
    const subscriptionOf = (stored: StoredSubscription) => ({
      endpoint: stored.endpoint,
      options: {},
      toJSON: () => stored,
      unsubscribe: () => {
        sessionStorage.removeItem(NAME)
        return Promise.resolve(true)
      },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: () => {
        const stored = read()
        return Promise.resolve(stored && subscriptionOf(stored))
      },
      subscribe: async (options: PushSubscriptionOptionsInit) => {
        if (!options.userVisibleOnly || !options.applicationServerKey) throw new TypeError('options')
        const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
        const p256dh = base64Url(await crypto.subtle.exportKey('raw', pair.publicKey))
        const auth = base64Url(crypto.getRandomValues(new Uint8Array(16)))
        const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
        sessionStorage.setItem(NAME, JSON.stringify({ endpoint, keys: { p256dh, auth } }))
        return subscriptionOf(read()!)
      },
    })
  })
}

/**
 * Fakes a visitor who has not been asked for the permission to notify, in each new document, and who gives this answer. The
 * attribute `data-asked` of the document shows that the visitor was asked.
 */
export async function answerPermission(context: BrowserContext, answer: 'granted' | 'denied'): Promise<void> {
  await context.addInitScript((given) => {
    let permission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = () => {
      document.documentElement.dataset['asked'] = ''
      return Promise.resolve((permission = given) as NotificationPermission)
    }
  }, answer)
}

/** @returns the subscription that the page has stored for itself */
export function storedSubscription(
  page: Page,
): Promise<{ endpoint: string; preferences: Record<string, boolean> } | undefined> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('user_preferences') ?? '{}').push_subscription)
}
