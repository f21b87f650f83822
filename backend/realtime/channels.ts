import { TokenError } from './access-token.ts'
import { isConnectionLost } from '#backend/database/database-error.ts'
import type { Binder } from './binder.ts'
import { Channel, topicPrefix } from './channel.ts'
import type { Connection, Handler } from './connection.ts'
import type { Credentials } from './credentials.ts'
import type { DeliveryGroups } from './delivery-groups.ts'
import type { FilterLimits } from './filter-limits.ts'
import { idOf, joinPayload, SubscriptionError, tokenPayload, type WrittenBinding } from './subscription.ts'
import type { Message } from './wire.ts'

export interface ChannelsOptions {
  groups: Pick<DeliveryGroups, 'of'>
  credentials: Credentials
  filterLimits: FilterLimits
  binder: Binder
  logFailure: (what: string, error: unknown) => void
}

interface Subscribed {
  /** Frames of changes that the client may have missed while the server restarted. */
  missed: Buffer[]
  /** Why the channel gets no changes. */
  error: string | null
}

const mostChannels = 10

/** Answers what clients send about channels. Source: Supabase Realtime, protocol; error texts of supabase/realtime */
export function createChannels({ groups, credentials, filterLimits, binder, logFailure }: ChannelsOptions): Handler {
  /** Keys of others are ignored in place of a token, as Supabase ignores keys there. */
  const isUnknownKey = (token: string) => token.startsWith('sb_') && !credentials.ofKey(token)

  async function join(connection: Connection, message: Message): Promise<void> {
    const { topic, joinRef, ref } = message
    if (!topic.startsWith(topicPrefix)) throw new JoinError('unmatched topic')
    if (topic === topicPrefix) throw new JoinError('TopicNameRequired: You must provide a topic name')
    const { data } = joinPayload.safeParse(message.payload)
    if (!data) throw new JoinError('Unknown Error on Channel')
    if (data.config?.private) {
      throw new JoinError(
        'Unauthorized: You do not have permissions to read from this Channel topic: private channels are not offered',
      )
    }
    connection.channels.get(topic)?.close()
    if (connection.channels.size >= mostChannels) throw new JoinError('ChannelRateLimitReached: Too many channels')
    const token = data.access_token ?? data.user_token
    const identity = token && !isUnknownKey(token) ? await credentials.ofToken(token) : connection.identity
    const channel = new Channel(connection, { topic, joinRef: joinRef ?? ref, identity }, { groups, filterLimits })
    const written = (data.config?.postgres_changes ?? []).filter((binding) => binding !== null)
    const { missed, error } = await subscribe(channel, written)
    if (!connection.isOpen) return channel.drop()
    connection.channels.set(topic, channel)
    answerJoin(channel, message, { written, missed, error })
  }

  /** Happens before the reply, so that a client which reads the table after the reply misses no change. */
  async function subscribe(channel: Channel, written: WrittenBinding[]): Promise<Subscribed> {
    try {
      // Counted before the database has to check them.
      channel.bind(written.map((binding) => binder.read(binding)))
      await Promise.all(channel.describe().bindings.map((binding) => binder.check(binding)))
      const { backlog } = channel.group
      const missed: Buffer[] = []
      let known = 0
      while (backlog.hasMore(known)) {
        const read = await backlog.read(channel.describe(), known)
        missed.push(...read.frames)
        known = read.known
      }
      channel.subscribe()
      return { missed, error: null }
    } catch (error) {
      channel.unbind()
      if (error instanceof SubscriptionError) return { missed: [], error: error.message }
      throw error
    }
  }

  async function refresh(channel: Channel, payload: unknown): Promise<void> {
    const token = tokenPayload.safeParse(payload).data?.access_token
    if (typeof token !== 'string' || isUnknownKey(token)) return
    try {
      channel.setIdentity(await credentials.ofToken(token))
    } catch (error) {
      if (error instanceof TokenError) return channel.end(withoutCode(error.message))
      channel.restart()
      // The client is told when it joins again.
      if (!(error instanceof SubscriptionError)) throw error
    }
  }

  function leave(connection: Connection, message: Message): void {
    connection.reply(message, 'ok', {})
    connection.channels.get(message.topic)?.close()
  }

  return async (connection, message) => {
    try {
      const channel = connection.channels.get(message.topic)
      if (message.event === 'phx_join') await join(connection, message)
      else if (message.event === 'phx_leave') leave(connection, message)
      else if (!channel) throw new JoinError('unmatched topic')
      else if (message.event === 'access_token') await refresh(channel, message.payload)
      else if (message.event === 'broadcast' || message.event === 'presence') rejectRelay(channel, message)
      else throw new JoinError('unmatched event')
    } catch (error) {
      const isClientError = error instanceof JoinError || error instanceof TokenError
      const isDatabaseAway = isConnectionLost(error)
      if (!isClientError && !isDatabaseAway) logFailure('A message of a realtime client failed', error)
      const reason = isClientError ? error.message : 'DatabaseConnectionIssue: Please try again'
      connection.reply(message, 'error', { reason })
    }
  }
}

/** The two answers are written at once, because a call of the system costs more than the rest of them. */
function answerJoin(
  channel: Channel,
  message: Message,
  { written, missed, error }: Subscribed & { written: WrittenBinding[] },
): void {
  const { connection } = channel
  const bindings = written.map((binding) => ({ ...binding, id: idOf(binding) }))
  connection.sendTogether(() => {
    connection.reply(message, 'ok', { postgres_changes: bindings })
    if (error) channel.sendSystem('postgres_changes', 'error', error)
    else if (written.length > 0) channel.sendSystem('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
  })
  // These may be more than a connection may leave unread, so the operating system takes them one after the other.
  for (const bytes of missed) channel.write(bytes)
}

/** Messages between clients would make this server a relay for arbitrary clients. */
function rejectRelay(channel: Channel, message: Message): void {
  const reason = `Unauthorized: This server offers no ${message.event}`
  channel.connection.reply(message, 'error', { reason })
  channel.sendSystem(message.event, 'error', reason)
}

export function withoutCode(reason: string): string {
  return reason.replace(/^\w+: /, '')
}

class JoinError extends Error {
  override name = 'JoinError'
}
