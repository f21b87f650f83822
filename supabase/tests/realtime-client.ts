import { createClient, type RealtimeChannel } from '@supabase/supabase-js'
import { createClient as createEarlyClient } from 'supabase-js-2-39'
import { afterwards, keys } from './test-database.ts'

/** The official clients: the newest with both serializers, and that of supabase-js 2.39. */
export const clientKinds = ['2.119, serializer 2.0.0', '2.119, serializer 1.0.0', '2.39'] as const
type ClientKind = (typeof clientKinds)[number]

export interface SubscriptionRequest {
  event: string
  schema?: string
  table?: string
  filter?: string
  select?: string[]
}

interface ReceivedChange {
  schema: string
  table: string
  commit_timestamp: string
  eventType: 'INSERT' | 'UPDATE' | 'DELETE'
  new: Record<string, unknown>
  old: Record<string, unknown>
  errors: string[] | null
}

interface SystemMessage {
  extension: string
  status: string
  message: string
  channel: string
}

/** The part of the clients that all of them have. */
interface AnyClient {
  channel(name: string, options?: object): RealtimeChannel
  setAuth(token: string | null): unknown
  disconnect(): unknown
}

export interface Listener {
  /** In the order of arrival; with the index of the subscription request that matched. */
  readonly received: (ReceivedChange & { request: number })[]
  readonly statuses: string[]
  readonly errors: string[]
  readonly system: SystemMessage[]
  readonly client: AnyClient
  readonly channel: RealtimeChannel
  /** Waits until a condition about this listener holds. */
  until(condition: (listener: Listener) => unknown, what?: string): Promise<void>
}

interface ListenOptions {
  url: string
  kind?: ClientKind
  /** An access token, or a key. */
  token?: string
  /** Name of the channel. */
  name?: string
}

/** @returns a client of the realtime service; it is disconnected after the test */
function openClient({ url, kind = clientKinds[0], token }: ListenOptions): AnyClient {
  const client = kind === '2.39' ? earlyClient(url, token) : newestClient(url, { kind, token })
  afterwards(() => void client.disconnect())
  return client
}

function newestClient(url: string, { kind, token }: { kind: ClientKind; token: string | undefined }): AnyClient {
  const auth = { persistSession: false, autoRefreshToken: false }
  const realtime = { vsn: kind.endsWith('1.0.0') ? '1.0.0' : '2.0.0' }
  const accessToken = token === undefined ? {} : { accessToken: async () => token }
  return createClient(url, keys.publishableKey, { auth, realtime, ...accessToken }).realtime
}

function earlyClient(url: string, token: string | undefined): AnyClient {
  const { realtime } = createEarlyClient(url, keys.publishableKey, { auth: { persistSession: false } })
  if (token) realtime.setAuth(token)
  return realtime as unknown as AnyClient
}

/**
 * Subscribes, and waits until the server reports that the channel is subscribed or rejected. The newest client requests its
 * token first: otherwise it would join as a visitor and send the token later.
 */
export async function listen(
  requests: SubscriptionRequest | SubscriptionRequest[],
  options: ListenOptions,
  client = openClient(options),
): Promise<Listener> {
  if (options.token && options.kind !== '2.39') await client.setAuth(null)
  const channel = client.channel(options.name ?? 'changes')
  const listener: Listener = {
    received: [],
    statuses: [],
    errors: [],
    system: [],
    client,
    channel,
    until: (condition, what) => until(() => condition(listener), what ?? condition.toString()),
  }
  for (const [request, filter] of [requests].flat().entries()) {
    channel.on('postgres_changes' as 'system', filter as object, (change: unknown) =>
      listener.received.push({ ...(change as ReceivedChange), request }),
    )
  }
  channel.on('system', {}, (message: unknown) => listener.system.push(message as SystemMessage))
  channel.subscribe((status, error) => {
    listener.statuses.push(status)
    if (error) listener.errors.push(error.message)
  })
  await listener.until(
    ({ system, statuses }) => system.length > 0 || statuses.some((status) => status !== 'SUBSCRIBED'),
  )
  return listener
}

/** Polls until a condition holds; throws after a minute. */
export async function until(condition: () => unknown, what = condition.toString()): Promise<void> {
  const end = performance.now() + 60_000
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Timeout: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
