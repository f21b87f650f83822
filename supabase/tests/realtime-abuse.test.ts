import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { closeCode, frame } from '#test/web-socket-frames.ts'
import { changesOf, openRaw, joinPayload, type RawSocket } from './raw-socket.ts'
import { until } from './realtime-client.ts'
import { runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const failures: unknown[] = []
const malformed: unknown[] = []
const { url } = await runBackend(database, {
  socketsPerAddress: 1_000,
  logFailure: (what, error) =>
    (what.startsWith('Realtime clients sent messages') ? malformed : failures).push([what, error]),
})
const joinTo = (table: string) => ({
  topic: `realtime:${table}`,
  event: 'phx_join',
  payload: joinPayload({ event: '*', schema: 'public', table }),
})
const join = joinTo('jobs')

/** A client that subscribes and must not be disturbed by others. */
async function openBystander(message = join): Promise<RawSocket> {
  const raw = await openRaw({ url })
  await raw.request(message)
  return raw
}

/** @returns whether the client receives the next change */
async function isUndisturbed(bystander: RawSocket): Promise<boolean> {
  const before = bystander.messages.length
  await sql`insert into jobs (title, slug) values ('Still here', gen_random_uuid())`
  await bystander.until(({ messages }) => messages.length > before)
  return bystander.messages.at(-1)?.event === 'postgres_changes' && bystander.closed.length === 0
}

describe('R14: realtime drops invalid messages, and the socket stays open', () => {
  test.each([
    ['no JSON', 'hello'],
    ['half of JSON', '["1","2","realtime:x"'],
    ['nothing', ''],
    ['a number', '7'],
    ['null', 'null'],
    ['an empty list', '[]'],
    ['too short a list', '[null,"1","phoenix","heartbeat"]'],
    ['too long a list', '[null,"1","phoenix","heartbeat",{},1]'],
    ['an object in the other serializer', '{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}'],
    ['a topic that is not a text', '[null,"1",7,"heartbeat",{}]'],
    ['a ref that is not a text', '[null,{},"phoenix","heartbeat",{}]'],
    ['a ref that is too long', `[null,"${'1'.repeat(41)}","phoenix","heartbeat",{}]`],
    ['a topic that is too long', `[null,"1","${'x'.repeat(256)}","phx_join",{}]`],
    ['an event that does not exist', '[null,"1","phoenix","explode",{}]'],
    ['a prototype', '[null,"1","phoenix","__proto__",{"__proto__":{"polluted":true}}]'],
    ['deep JSON', '['.repeat(20_000) + ']'.repeat(20_000)],
  ])('an invalid message is dropped: %s', async (_what, text) => {
    const raw = await openRaw({ url })
    raw.socket.send(text)
    await raw.request({ event: 'heartbeat' })
    expect([raw.messages.length, raw.closed]).toEqual([1, []])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test.each([
    ['bytes', Buffer.from([1, 2, 3])],
    ['no bytes', Buffer.alloc(0)],
    ['a broadcast that ends early', Buffer.from([3, 255, 255, 255, 255, 255, 1, 65])],
    ['a broadcast to a channel that was not joined', Buffer.from([3, 1, 1, 1, 1, 0, 1, 65, 65, 65, 65])],
  ])('an invalid binary message is dropped: %s', async (_what, bytes) => {
    const raw = await openRaw({ url })
    raw.socket.send(bytes)
    await raw.request({ event: 'heartbeat' })
    expect(raw.closed).toEqual([])
  })
})

describe('R14: an invalid frame closes its socket and no other', () => {
  test.each([
    ['without a mask', Buffer.from([0x81, 0x02, 0x68, 0x69]), 1002],
    ['with reserved bits', frame(0xc1, Buffer.from('hi')), 1002],
    ['of an unknown kind', frame(0x83, Buffer.from('hi')), 1002],
    ['that continue no message', frame(0x80, Buffer.from('hi')), 1002],
    ['of control in fragments', frame(0x09, Buffer.from('hi')), 1002],
    ['of control that are too long', frame(0x89, Buffer.alloc(126)), 1002],
    ['with a wrong close code', frame(0x88, Buffer.from([0, 1])), 1002],
    ['with invalid UTF-8', frame(0x81, Buffer.from([0xff, 0xfe])), 1007],
    ['that are too large', frame(0x81, Buffer.alloc(0), 70_000), 1009],
    ['of a size above 2^53', Buffer.from([0x81, 0xff, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0]), 1009],
    [
      'in too many fragments',
      Buffer.concat([
        frame(0x01, Buffer.from('x')),
        ...Array.from({ length: 70 }, () => frame(0x00, Buffer.from('x'))),
      ]),
      1008,
    ],
  ])('a socket is closed that sends frames %s', async (_what, bytes, code) => {
    const bystander = await openBystander()
    const { socket, received } = await shakeHands()
    socket.write(bytes)
    await until(() => socket.destroyed || closeCode(received()) !== null)
    expect(closeCode(received())).toBe(code)
    expect(await isUndisturbed(bystander)).toBe(true)
  })

  test('a ping gets a pong', async () => {
    const { socket, received } = await shakeHands()
    socket.write(frame(0x89, Buffer.from('still there?')))
    await until(() => received().includes(0x8a))
    expect(received().toString('latin1')).toContain('still there?')
  })

  test.each([
    ['pings', frame(0x89, Buffer.alloc(0))],
    ['pongs', frame(0x8a, Buffer.alloc(0))],
    ['messages', frame(0x81, Buffer.from('[null,"1","phoenix","heartbeat",{}]'))],
  ])('too many %s end the socket, although the client does not confirm that', async (_what, bytes) => {
    const { socket, received } = await shakeHands()
    for (let count = 0; count < 100; count += 1) socket.write(bytes)
    await until(() => closeCode(received()) !== null)
    expect(closeCode(received())).toBe(1008)
    await until(() => socket.destroyed)
  })

  test('a handshake that stops halfway does not disturb other clients', async () => {
    const bystander = await openBystander()
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    const half =
      'GET /realtime/v1/websocket?apikey=x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
    await new Promise((resolve) => socket.write(half, resolve))
    socket.resetAndDestroy()
    expect(await isUndisturbed(bystander)).toBe(true)
  })
})

/** A socket after its WebSocket handshake, without any library. */
async function shakeHands(): Promise<{ socket: Socket; received: () => Buffer }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part)).on('error', () => {})
  const head = [
    `GET /realtime/v1/websocket?apikey=${keys.publishableKey}&vsn=2.0.0 HTTP/1.1`,
    `Host: ${hostname}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    'Sec-WebSocket-Version: 13',
    // The server does not offer compression: it would cost memory for every socket.
    'Sec-WebSocket-Extensions: permessage-deflate',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await until(() => Buffer.concat(parts).includes('\r\n\r\n'))
  const reply = Buffer.concat(parts).toString()
  expect(reply).toMatch(/^HTTP\/1\.1 101 /)
  expect(reply.toLowerCase()).not.toContain('permessage-deflate')
  parts.length = 0
  return { socket, received: () => Buffer.concat(parts) }
}

test('R14: messages that are none of the protocol are logged without what they hold', async () => {
  const raw = await openRaw({ url })
  raw.socket.send('a secret')
  await raw.request({ event: 'heartbeat' })
  expect(malformed[0]).toEqual(['Realtime clients sent messages that are none of the protocol', '1 so far'])
  expect(JSON.stringify(malformed)).not.toContain('secret')
})

test('more than sixty messages at once close the socket', async () => {
  const raw = await openRaw({ url })
  for (let count = 0; count < 80; count += 1) raw.send({ ref: String(count), event: 'heartbeat' })
  await raw.until(({ closed }) => closed.length === 1)
  expect(raw.closed).toEqual([{ code: 1008, reason: 'Too many messages per second' }])
  expect(raw.messages.length).toBeLessThan(65)
})

test('R14: random messages do not stop the server', async () => {
  const bystander = await openBystander()
  const word = fc.oneof(
    fc.constantFrom(
      'phx_join',
      'phx_leave',
      'access_token',
      'heartbeat',
      'broadcast',
      'presence',
      'phoenix',
      'realtime:jobs',
      'realtime:',
      '1',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  const payload = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        config: fc.oneof(
          fc.jsonValue(),
          fc.record({
            postgres_changes: fc.oneof(
              fc.jsonValue(),
              fc.array(fc.record({ event: word, schema: word, table: word, filter: word }, { requiredKeys: [] })),
            ),
          }),
        ),
        access_token: fc.oneof(word, fc.jsonValue()),
      },
      { requiredKeys: [] },
    ),
  )
  const text = fc.oneof(
    fc.tuple(fc.option(word), fc.option(word), word, word, payload).map((parts) => JSON.stringify(parts)),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.json(),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(text, fc.uint8Array({ maxLength: 100 })), { maxLength: 20 }),
      async (messages) => {
        const raw = await openRaw({ url })
        for (const message of messages) raw.socket.send(message)
        const reply = await raw.request({ ref: 'last one', event: 'heartbeat' })
        expect(reply.payload).toEqual({ status: 'ok', response: {} })
        raw.socket.terminate()
      },
    ),
    { numRuns: 150 },
  )
  expect(await isUndisturbed(bystander)).toBe(true)
})

test('R16: a client that does not read is disconnected, and others receive all changes', async () => {
  const bystander = await openBystander()
  const lazy = await openRaw({ url })
  await lazy.request(join)
  const stream = (lazy.socket as unknown as { _socket: Socket })._socket
  stream.pause()
  const long = 'x'.repeat(90_000)
  const before = bystander.messages.length
  for (let count = 0; count < 120; count += 1) {
    await sql`insert into jobs (title, slug, description) values (${`Long ${count}`}, gen_random_uuid(), ${long})`
  }
  await bystander.until(({ messages }) => messages.length === before + 120)
  stream.resume()
  await lazy.until(({ closed }) => closed.length === 1)
  expect(lazy.closed[0]?.code).toBe(1006)
  expect(lazy.messages.length).toBeLessThan(120)
  expect(bystander.closed).toEqual([])
})

test('ten thousand rows in one transaction reach every client', async () => {
  // The search indexes notices, which would take ten times as long as the rest.
  const sockets = await Promise.all(Array.from({ length: 5 }, () => openBystander(joinTo('recruitments'))))
  await sql`insert into recruitments (title, slug) select 'Bulk', 'bulk-' || number from generate_series(1, 10000) as number`
  for (const raw of sockets) {
    await raw.until((socket) => changesOf(socket).length >= 10_000 || socket.closed.length > 0)
    expect([changesOf(raw).length, raw.closed]).toEqual([10_000, []])
  }
})

test('more rows than the limit of one transaction make every client join again', async () => {
  const raw = await openBystander()
  await sql`insert into jobs (title, slug, status) select 'Import', 'import-' || number, 'inactive'
    from generate_series(1, 20001) as number`
  await raw.until(({ messages }) => messages.some(({ event }) => event === 'phx_error'))
  expect(raw.messages.at(-1)).toMatchObject({ topic: 'realtime:jobs', event: 'phx_error', payload: {} })
  await raw.request(join)
  expect(await isUndisturbed(raw)).toBe(true)
})

test('none of these tests caused a failure of the server', () => {
  expect(failures).toEqual([])
})
