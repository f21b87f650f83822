import { createECDH, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { PushContent } from '#domain/push/payload.ts'
import { DEFAULT_PUSH_PREFERENCES } from '#domain/push/preferences.ts'
import { admin, type RunningBackend } from './running-backend.ts'
import { keys } from './test-database.ts'

/** Calls of the push function, as browsers make them. */
export function pushClient({ url, client }: Pick<RunningBackend, 'url' | 'client'>) {
  /** @param line method and path, as in 'POST /subscribe' */
  async function call(line: string, payload?: unknown, headers: Record<string, string> = {}) {
    const [method = '', path] = line.split(' ')
    const response = await fetch(`${url}/functions/v1/push-notifications${path}`, {
      method,
      headers: { authorization: `Bearer ${keys.publishableKey}`, 'content-type': 'application/json', ...headers },
      ...(payload !== undefined && { body: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
    })
    return { status: response.status, body: await response.json(), retryAfter: response.headers.get('retry-after') }
  }

  return {
    call,
    /** @returns a new subscription, which is stored */
    subscribed: async () => {
      const subscription = newSubscription()
      expect((await call('POST /subscribe', subscription)).status).toBe(200)
      return subscription
    },
    /** @returns headers with the token of a new session of an admin */
    asStaff: async ({ email, password } = admin): Promise<{ authorization: string }> => {
      const { data } = await client().auth.signInWithPassword({ email, password })
      return { authorization: `Bearer ${data.session?.access_token}` }
    },
  }
}

export const newSubscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(16).toString('base64url')}`,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
  preferences: DEFAULT_PUSH_PREFERENCES,
  userAgent: 'Firefox',
  ipAddress: null,
})

/** A notification with a unique title. */
export const newContent = (change: Partial<PushContent> = {}) => ({
  title: `Notice ${randomBytes(6).toString('hex')}`,
  body: 'The last date is near',
  category: 'newJobs',
  url: '/jobs/a',
  ...change,
})
