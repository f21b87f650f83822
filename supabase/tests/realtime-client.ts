import { createClient, type RealtimeChannel } from '@supabase/supabase-js'
import { RealtimeClient as EarlyClient } from 'realtime-js-2-39'
import { afterEach } from 'vitest'
import { keys } from './test-database.ts'

/** The official clients, and how they write: the newest in both serializers, and that of supabase-js 2.39. */
export const clientKinds = ['2.119, serializer 2.0.0', '2.119, serializer 1.0.0', '2.39'] as const
type ClientKind = (typeof clientKinds)[number]

export interface Wish {
  event: string
  schema?: string
  table?: string
  filter?: string
  select?: string[]
}

interface HeardChange {
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
  /** In the order of arrival; for several wishes with the number of the wish. */
  readonly heard: (HeardChange & { wish: number })[]
  readonly statuses: string[]
  readonly errors: string[]
  readonly system: SystemMessage[]
  readonly client: AnyClient
  readonly channel: RealtimeChannel
  /** Waits until a fact about this listener holds. */
  until(fact: (listener: Listener) => unknown, what?: string): Promise<void>
}

interface ListenOptions {
  url: string
  kind?: ClientKind
  /** An access token, or a key. */
  token?: string
  /** Name of the channel. */
  name?: string
}

const opened: AnyClient[] = []
afterEach(() => {
  for (const client of opened.splice(0)) void client.disconnect()
})

/** @returns a client of the realtime service at a server's address, gone after the test */
function openClient({ url, kind = clientKinds[0], token }: ListenOptions): AnyClient {
  const client = kind === '2.39' ? earlyClient(url, token) : newestClient(url, { kind, token })
  opened.push(client)
  return client
}

function newestClient(url: string, { kind, token }: { kind: ClientKind; token: string | undefined }): AnyClient {
  const auth = { persistSession: false, autoRefreshToken: false }
  const realtime = { vsn: kind.endsWith('1.0.0') ? '1.0.0' : '2.0.0' }
  const accessToken = token === undefined ? {} : { accessToken: async () => token }
  return createClient(url, keys.publishableKey, { auth, realtime, ...accessToken }).realtime
}

function earlyClient(url: string, token: string | undefined): AnyClient {
  const params = { apikey: keys.publishableKey, eventsPerSecond: 10 }
  const client = new EarlyClient(`${url.replace('http', 'ws')}/realtime/v1`, { params })
  if (token) client.setAuth(token)
  return client as unknown as AnyClient
}

/**
 * Subscribes, and waits until the server says that the channel hears, or that it will not. The newest client first asks for
 * its token, or it would join as a visitor and become somebody later.
 */
export async function listen(
  wishes: Wish | Wish[],
  options: ListenOptions,
  client = openClient(options),
): Promise<Listener> {
  if (options.token && options.kind !== '2.39') await client.setAuth(null)
  const channel = client.channel(options.name ?? 'changes')
  const listener: Listener = {
    heard: [],
    statuses: [],
    errors: [],
    system: [],
    client,
    channel,
    until: (fact, what) => until(() => fact(listener), what ?? fact.toString()),
  }
  for (const [wish, filter] of [wishes].flat().entries()) {
    channel.on('postgres_changes' as 'system', filter as object, (change: unknown) =>
      listener.heard.push({ ...(change as HeardChange), wish }),
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

/** Looks again and again, for less than a test may take. */
export async function until(fact: () => unknown, what = fact.toString()): Promise<void> {
  const end = performance.now() + 25_000
  while (!fact()) {
    if (performance.now() > end) throw new Error(`Still not: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
