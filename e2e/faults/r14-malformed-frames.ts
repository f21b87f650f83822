import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { Clients, socketAddress } from '#bench/realtime/client-process.ts'
import { measureLatencies } from '#bench/realtime/measure-realtime.ts'
import { isRunning } from '#e2e/start/command.ts'
import { databaseUrl } from '#e2e/start/server.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { startPortal, type Portal } from './portal.ts'
import { closeCode, frame } from '#test/web-socket-frames.ts'
import { openRawWebSocket } from './raw-web-socket.ts'

const bystanders = 50

export const malformedFrames: Fault = {
  name: 'R14',
  does: 'Sends broken WebSocket frames and messages that are not of the protocol: broken frames close their own connection, messages are dropped, others get every change.',
  run,
}

/** What is sent, and the codes that may close the connection: 1006 when the rest of a flood was not read. */
const closing: [what: string, bytes: Buffer, codes: number[]][] = [
  ['without a mask', Buffer.from([0x81, 0x02, 0x68, 0x69]), [1002]],
  ['reserved bits', frame(0xc1, 'hi'), [1002]],
  ['unknown kind', frame(0x83, 'hi'), [1002]],
  ['continuation of nothing', frame(0x80, 'hi'), [1002]],
  ['long control frame', frame(0x89, Buffer.alloc(126)), [1002]],
  ['invalid UTF-8', frame(0x81, Buffer.from([0xff, 0xfe])), [1007]],
  ['too large', frame(0x81, '', 70_000), [1009]],
  ['of a size above 2^53', Buffer.from([0x81, 0xff, ...Array<number>(8).fill(255), 0, 0, 0, 0]), [1009]],
  [
    'flood of fragments',
    Buffer.concat([frame(0x01, 'x'), ...Array<Buffer>(5_000).fill(frame(0x00, 'x'))]),
    [1008, 1009, 1006],
  ],
  ['flood of pings', Buffer.concat(Array<Buffer>(5_000).fill(frame(0x89, ''))), [1008, 1006]],
]

/** Messages that are dropped. */
const dropped = [
  'hello',
  '7',
  '[]',
  '[null,"1","phoenix","heartbeat"]',
  '[null,"1",7,"heartbeat",{}]',
  '[null,"1","phoenix","explode",{}]',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
]

async function run({ size }: Scale): Promise<Figure[]> {
  const rounds = { short: 1, usual: 10, full: 100 }[size]
  const portal = await startPortal({ SAMPLE_DATA: 'off' })
  const clients = new Clients(bystanders)
  const sql = postgres(databaseUrl(portal.dataDir), { max: 1, onnotice: () => {} })
  try {
    await clients.open(socketAddress(portal))
    let changes = 5
    const undisturbed = measureLatencies(clients, sql, changes)
    const wrong: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const attack of closing) if (!(await isClosed(portal, attack))) wrong.push(attack[0])
      for (const text of dropped) if (!(await isDropped(portal, text))) wrong.push(text.slice(0, 40))
    }
    const latencies = await undisturbed
    const { 1006: broken = 0, 1012: restarted = 0 } = await clients.closings()
    if (wrong.length > 0) console.log(`R14: otherwise than expected: ${[...new Set(wrong)].join(', ')}`)
    return [
      { what: 'frames and messages', value: rounds * (closing.length + dropped.length) },
      { what: 'answered otherwise than promised', value: wrong.length, most: 0 },
      { what: 'servers that ended', value: isRunning(portal.pid) ? 0 : 1, most: 0, isPromise: true },
      {
        what: 'of changes delivered to others',
        value: (latencies.length / (changes * bystanders)) * 100,
        unit: '%',
        least: 100,
        isPromise: true,
      },
      { what: 'connections of others closed', value: broken + restarted, most: 0 },
    ]
  } finally {
    clients.end()
    await sql.end()
    await portal.stop()
  }
}

async function isClosed(portal: Portal, [, bytes, codes]: (typeof closing)[number]): Promise<boolean> {
  const { socket, received } = await openRawWebSocket(portal)
  socket.write(bytes)
  for (let wait = 0; wait < 500 && !socket.destroyed && closeCode(received()) === null; wait += 1) await pause(10)
  const code = closeCode(received()) ?? (socket.destroyed ? 1006 : 0)
  socket.destroy()
  return codes.includes(code)
}

/** The connection stays and answers. */
async function isDropped(portal: Portal, text: string): Promise<boolean> {
  const { socket, received } = await openRawWebSocket(portal)
  socket.write(frame(0x81, text))
  socket.write(frame(0x81, '[null,"after","phoenix","heartbeat",{}]'))
  for (let wait = 0; wait < 500 && !socket.destroyed && !received().includes('"after"'); wait += 1) await pause(10)
  const isAnswered = received().includes('"after"')
  socket.destroy()
  return isAnswered
}
