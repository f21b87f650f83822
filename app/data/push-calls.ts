import { endSignal } from '#domain/end-signal.ts'
import { PUSH_CALL_TIMEOUT_MS } from '#domain/push/limits.ts'
import { PUSH_BROWSER } from '#domain/push/browser-messages.ts'
import { DEFAULT_PUSH_CATEGORY, PUSH_CATEGORIES, type PushPreferences } from '#domain/push/preferences.ts'

/** Calls of the push function that need no account. Source: docs/behaviour/push.md#calls. */
const FUNCTION_PATH = '/functions/v1/push-notifications'

export interface PushRegistration {
  endpoint: string
  p256dh: string
  auth: string
  preferences: PushPreferences
  userAgent: string
  /** Endpoint of the subscription that this one replaces: what that one follows is followed by this one. */
  former?: string
}

/** @throws Error with the message of the server, or 'Failed to subscribe' */
export async function registerSubscription(publishableKey: string, registration: PushRegistration): Promise<void> {
  const payload = { ...registration, ipAddress: null }
  await call(publishableKey, 'POST /subscribe', { payload, failure: PUSH_BROWSER.subscribeFailed })
}

/** @throws Error with the message of the server, or 'Failed to unsubscribe' */
export async function removeSubscription(publishableKey: string, endpoint: string): Promise<void> {
  const failure = PUSH_BROWSER.unsubscribeFailed
  await call(publishableKey, 'DELETE /unsubscribe', { payload: { endpoint }, failure })
}

/** @throws Error with the message of the server, or 'Failed to update preferences' */
export async function changePreferences(
  publishableKey: string,
  endpoint: string,
  preferences: PushPreferences,
): Promise<void> {
  const failure = PUSH_BROWSER.preferencesFailed
  await call(publishableKey, 'PUT /preferences', { payload: { endpoint, preferences }, failure })
}

/** @throws Error with the message of the server, or 'Failed to send test notification' */
export async function requestTest(publishableKey: string, endpoint: string): Promise<void> {
  await call(publishableKey, 'POST /test', { payload: { endpoint }, failure: PUSH_BROWSER.testFailed })
}

/** @throws Error when the tap could not be counted */
export async function countClick(
  publishableKey: string,
  payload: { endpoint: string; notificationId: string },
): Promise<void> {
  await call(publishableKey, 'POST /click', { payload, failure: PUSH_BROWSER.tapFailed })
}

/**
 * Source: docs/behaviour/push.md#reading-preferences: a caller who knows the endpoint may read its preferences, and nothing
 * else.
 *
 * @returns null when there is no active subscription of this endpoint
 * @throws Error when the request fails
 */
export async function readPreferences(publishableKey: string, endpoint: string): Promise<PushPreferences | null> {
  return pushPreferences(await readByEndpoint(publishableKey, 'push_preferences', { endpoint }))
}

/**
 * Calls a function of the database that reads by an endpoint, which addresses of requests must not contain.
 * @throws Error when the request fails
 */
export async function readByEndpoint(publishableKey: string, name: string, parameters: object): Promise<unknown> {
  const response = await fetch(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
    signal: endSignal(PUSH_CALL_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`${name} could not be read: ${response.status}`)
  return response.json()
}

/**
 * @returns the preferences in a response or in storage, or null when the value is invalid. A category that did not exist
 *   when they were stored is not wanted
 */
export function pushPreferences(value: unknown): PushPreferences | null {
  if (typeof value !== 'object' || value === null) return null
  const found = value as Record<string, unknown>
  if (typeof found[DEFAULT_PUSH_CATEGORY] !== 'boolean') return null
  return Object.fromEntries(PUSH_CATEGORIES.map((category) => [category, found[category] === true]))
}

/**
 * Calls the push function.
 * @throws Error with the message of the server, or `failure`
 */
export async function call(
  publishableKey: string,
  methodAndPath: string,
  { payload, failure }: { payload: object; failure: string },
): Promise<void> {
  const [method = '', path = ''] = methodAndPath.split(' ')
  let response: Response
  try {
    response = await fetch(FUNCTION_PATH + path, {
      method,
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${publishableKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(payload),
      signal: endSignal(PUSH_CALL_TIMEOUT_MS),
    })
  } catch (error) {
    throw new Error(failure, { cause: error })
  }
  // A network that asks for a sign-in responds with a page of its own, and the server has received nothing.
  const isOwn = response.headers.get('content-type')?.startsWith('application/json')
  if (response.ok && isOwn) return
  const { error } = (await response.json().catch(() => ({}))) as { error?: unknown }
  throw new Error(typeof error === 'string' && error !== '' ? error : failure)
}
