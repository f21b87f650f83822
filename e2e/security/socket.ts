import { WebSocket } from 'ws'
import { newAddress, type Portal } from './portals.ts'

interface Join {
  schema?: string
  table?: string
  filter?: string
  access_token?: string
}

interface Reply {
  status: string
  response: { reason?: string }
}

export interface Socket {
  /** Texts of all changes that have arrived. */
  readonly changes: string[]
  /** Texts of all messages that have arrived. */
  readonly everything: string[]
  readonly closed: boolean
  /** Joins a channel; with a table, subscribes to its changes and waits until the server says that it has. */
  join(topic: string, join?: Join): Promise<Reply>
  send(topic: string, event: string, payload: object): void
  request(topic: string, event: string, payload: object): Promise<Reply>
  close(): void
}

export function socketAddress({ url, publishableKey }: Portal): string {
  return `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`
}

/** Opens a realtime connection with the public key. @throws when the handshake is rejected */
export async function openSocket(portal: Portal, headers: Record<string, string> = {}): Promise<Socket> {
  const socket = new WebSocket(socketAddress(portal), { headers: { 'x-forwarded-for': newAddress(), ...headers } })
  const changes: string[] = []
  const everything: string[] = []
  const replies = new Map<string, (reply: Reply) => void>()
  let isClosed = false
  let last = 0
  let subscribed: ((reply: Reply) => void) | null = null
  socket.on('close', () => (isClosed = true))
  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    everything.push(text)
    const [, ref, , event, payload] = JSON.parse(text)
    if (event === 'postgres_changes') changes.push(text)
    if (event === 'phx_reply') replies.get(ref)?.(payload)
    if (event === 'system') subscribed?.({ status: payload.status, response: { reason: payload.message } })
  })
  await new Promise<void>((resolve, reject) => socket.once('open', () => resolve()).once('error', reject))
  const request = (topic: string, event: string, payload: object) =>
    new Promise<Reply>((resolve) => {
      const ref = String((last += 1))
      replies.set(ref, resolve)
      socket.send(JSON.stringify([null, ref, topic, event, payload]))
    })
  return {
    changes,
    everything,
    get closed() {
      return isClosed
    },
    join: async (topic, { access_token, ...change } = {}) => {
      const isSubscription = Object.keys(change).length > 0
      const answered = new Promise<Reply>((resolve) => (subscribed = resolve))
      const postgres_changes = isSubscription ? [{ event: '*', schema: 'public', ...change }] : []
      const reply = await request(topic, 'phx_join', { config: { postgres_changes }, access_token })
      return reply.status === 'ok' && isSubscription ? answered : reply
    },
    send: (topic, event, payload) => socket.send(JSON.stringify([null, null, topic, event, payload])),
    request,
    close: () => socket.terminate(),
  }
}
