import { createServer } from 'node:http'
import { connect, createServer as createListener, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createClientAddresses } from './client-address.ts'
import { limitConnections } from './connection-limits.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

const [stranger, other, local] = ['203.0.113.7', '198.51.100.1', '::ffff:127.0.0.1']

/** A server with limits whose connections seem to come from a chosen address. */
async function open(limits: { connections: number; connectionsPerAddress: number }) {
  const server = createServer((_request, response) => response.end('page'))
  server.on('upgrade', (_request, stream) => stream.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  limitConnections(server, limits, createClientAddresses(['10.0.0.0/8']))
  const addresses: string[] = []
  const listener = createListener((socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: addresses.shift() })
    server.emit('connection', socket)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  closing.push(() => listener.close())

  /** @returns a connection, after its first response or its end */
  return async (address: string, headers = ''): Promise<{ socket: Socket; response: string }> => {
    addresses.push(address)
    const socket = connect((listener.address() as AddressInfo).port, '127.0.0.1')
    closing.push(() => socket.destroy())
    socket.on('error', () => {})
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`)
    const response = await new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(String(data).slice(0, 12)))
      socket.once('close', () => resolve('closed'))
    })
    return { socket, response }
  }
}

async function responsesOf(connections: ReturnType<Awaited<ReturnType<typeof open>>>[]): Promise<string[]> {
  return (await Promise.all(connections)).map(({ response }) => response)
}

const served = 'HTTP/1.1 200'

test('a connection above the limit of its address is closed, also from another address of its network', async () => {
  const from = await open({ connections: 100, connectionsPerAddress: 1 })
  expect(await responsesOf([from(stranger), from(stranger), from(other)])).toEqual([served, 'closed', served])
  expect(await responsesOf([from('2001:db8:1:2::1'), from('2001:db8:1:2::9')])).toEqual([served, 'closed'])
})

test('a /48 network has sixteen times the connections of an address, and another network is not affected', async () => {
  const from = await open({ connections: 100, connectionsPerAddress: 1 })
  const ofNetwork = Array.from({ length: 17 }, (_, number) => from(`2001:db8:1:${number.toString(16)}::1`))
  const responses = await responsesOf(ofNetwork)
  expect(responses.filter((response) => response === served)).toHaveLength(16)
  expect(await responsesOf([from('2001:db8:2::1'), from(stranger)])).toEqual([served, served])
  const [{ socket } = { socket: null }] = await Promise.all(ofNetwork)
  socket?.destroy()
  await expect.poll(async () => (await from('2001:db8:1:ff::1')).response).toBe(served)
})

test('a connection that was closed makes room for another one', async () => {
  const from = await open({ connections: 1, connectionsPerAddress: 1 })
  const { socket, response } = await from(stranger)
  expect(response).toBe(served)
  socket.destroy()
  await expect.poll(async () => (await from(other)).response).toBe(served)
})

test('a trusted proxy on another machine brings all visitors, too', async () => {
  const from = await open({ connections: 3, connectionsPerAddress: 1 })
  expect(await responsesOf([from('10.1.2.3'), from('10.1.2.3'), from('11.1.2.3'), from('11.1.2.3')])).toEqual([
    served,
    served,
    served,
    'closed',
  ])
})

test('a proxy on this machine brings all visitors, so only the limit in all applies to it', async () => {
  const from = await open({ connections: 3, connectionsPerAddress: 1 })
  expect(await responsesOf([from(local), from(local), from(local), from(local), from(stranger)])).toEqual([
    served,
    served,
    served,
    'closed',
    'closed',
  ])
})

test('a connection that was upgraded is no longer counted', async () => {
  const from = await open({ connections: 1, connectionsPerAddress: 1 })
  const upgraded = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
  expect((await from(stranger, upgraded)).response).toBe('HTTP/1.1 101')
  expect((await from(stranger)).response).toBe(served)
  expect((await from(stranger)).response).toBe('closed')
})
