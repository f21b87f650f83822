import { get } from 'node:http'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, databaseUrl, generatedKeys, query, startServer, type Server } from './server.ts'

afterAll(cleanUp)

const dataDir = preparedFolder()

interface Listener {
  titles: string[]
  closed: number[]
  close: () => void
}

/** Opens a visitor's socket that has joined, without a client library. */
async function listen({ url }: Server): Promise<Listener> {
  const { publishableKey } = generatedKeys(dataDir)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`)
  const listener: Listener = { titles: [], closed: [], close: () => socket.close() }
  socket.addEventListener('close', ({ code }) => listener.closed.push(code))
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('There is no socket')))
    socket.addEventListener('open', () => {
      const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'organizations' }] }
      socket.send(JSON.stringify(['1', '1', 'realtime:organizations', 'phx_join', { config }]))
    })
    socket.addEventListener('message', ({ data }) => {
      const [, , , event, payload] = JSON.parse(String(data))
      if (event === 'system') resolve()
      if (event === 'postgres_changes') listener.titles.push(payload.data.record.name)
    })
  })
  return listener
}

async function addOrganization(name: string): Promise<void> {
  await query(
    databaseUrl(dataDir),
    `insert into public.organizations (name, slug) values ('${name}', '${name.toLowerCase()}')`,
  )
}

test('a stopping server closes its sockets with 1012 so that clients reconnect', async () => {
  const server = await startServer(dataDir)
  const listener = await listen(server)
  await addOrganization('First')
  await expect.poll(() => listener.titles).toEqual(['First'])
  await server.stop('SIGTERM')
  await expect.poll(() => listener.closed).toEqual([1012])
})

test('changes committed between kill -9 and the next start are delivered to clients that reconnect', async () => {
  const server = await startServer(dataDir)
  const listener = await listen(server)
  await addOrganization('Before')
  await expect.poll(() => listener.titles).toEqual(['Before'])
  // The position of delivered changes is stored once a second.
  const undelivered = `select sequence from outbox.changes, outbox.delivered
    where not pg_visible_in_snapshot(transaction_id, position)`
  await expect.poll(() => query(databaseUrl(dataDir), undelivered)).toEqual([])
  process.kill(server.pid, 'SIGKILL')
  await expect.poll(() => listener.closed).toEqual([1006])
  await addOrganization('Between')
  const next = await startServer(dataDir)
  const back = await listen(next)
  await addOrganization('After')
  await expect.poll(() => back.titles).toEqual(['Between', 'After'])
  back.close()
  await next.stop()
})

test('S31: neither keys nor tokens of realtime clients are logged', async () => {
  const server = await startServer(dataDir, { env: { LOG_LEVEL: 'debug' } })
  const { publishableKey } = generatedKeys(dataDir)
  const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&token=a-token-in-the-query`
  const closed: string[] = []
  const open = (key: string) => {
    const socket = new WebSocket(`${address}&apikey=${key}`)
    socket.addEventListener('error', () => {})
    socket.addEventListener('close', () => closed.push(key))
    return socket
  }
  open('a-wrong-key')
  const socket = open(publishableKey)
  socket.addEventListener('open', () => {
    socket.send('no JSON with a-token-in-a-message')
    socket.send(JSON.stringify(['1', '1', 'realtime:a', 'phx_join', { access_token: 'a-token-in-a-join' }]))
  })
  socket.addEventListener('message', () => socket.close())
  await expect.poll(() => closed.toSorted()).toEqual(['a-wrong-key', publishableKey].toSorted())
  await server.stop()
  const log = server.output() + server.errors()
  expect(log).toContain('none of the protocol')
  for (const secret of [publishableKey, 'a-wrong-key', 'a-token']) expect(log).not.toContain(secret)
})

test('only the realtime service accepts WebSocket upgrades', async () => {
  const server = await startServer(dataDir)
  const statusOf = (path: string, upgrade: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        connection: 'Upgrade',
        upgrade,
        'sec-websocket-version': '13',
        'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==',
      }
      get(`${server.url}${path}`, { headers }, ({ statusCode }) => resolve(statusCode)).on('error', reject)
    })
  expect(await statusOf('/jobs', 'websocket')).toBe(200)
  expect(await statusOf('/', 'h2c')).toBe(200)
  expect(await statusOf('/realtime/v1/websocket', 'websocket')).toBe(401)
  expect((await fetch(`${server.url}/realtime/v1/websocket`)).status).toBe(404)
  expect((await fetch(`${server.url}/realtime/v1/api/broadcast`, { method: 'POST' })).status).toBe(404)
  const halfOpen = connect(Number(new URL(server.url).port), '127.0.0.1')
  halfOpen.on('error', () => {})
  const half = 'GET /realtime/v1/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
  await new Promise((resolve) => halfOpen.write(half, resolve))
  expect(await server.stop()).toBe(0)
})
