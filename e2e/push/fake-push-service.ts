import type { BrowserContext, Page } from '@playwright/test'

/** A browser of tests reaches no push service: this one subscribes with keys of its own, and everything behind it is real. */
export async function withPushService(context: BrowserContext): Promise<void> {
  // One address may subscribe only so often: every browser has one of its own.
  const number = () => Math.floor(Math.random() * 256)
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `10.${number()}.${number()}.${number()}` })
  await context.addInitScript(() => {
    const NAME = 'fake push subscription'
    interface Kept {
      endpoint: string
      keys: Record<string, string>
    }
    const base64Url = (bytes: ArrayBuffer | Uint8Array) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    const read = () => JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Kept | null
    const subscriptionOf = (kept: Kept) => ({
      endpoint: kept.endpoint,
      options: {},
      toJSON: () => kept,
      unsubscribe: () => {
        sessionStorage.removeItem(NAME)
        return Promise.resolve(true)
      },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: () => {
        const kept = read()
        return Promise.resolve(kept && subscriptionOf(kept))
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

/** What the browser has kept of its own subscription. */
export function ownCopy(page: Page): Promise<{ endpoint: string; preferences: Record<string, boolean> } | undefined> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('user_preferences') ?? '{}').push_subscription)
}
