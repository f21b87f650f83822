import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault, Figure, Scale } from './fault.ts'
import { startPortal, until } from './portal.ts'
import { publicPages } from './public-pages.ts'
import { percentile, startTraffic, trafficFor, type Call } from './traffic.ts'

const perSecond = 100
/** Milliseconds between the bytes of a slow sender. */
const interval = 10_000
/** Milliseconds below which the comparison of two p99 says nothing. */
const noise = 10

export const slowSenders: Fault = {
  name: 'R12',
  does: 'Opens 5,000 connections that send headers or bodies one byte every ten seconds: they are closed within 15 seconds, and others notice nothing.',
  run,
}

async function run({ size }: Scale): Promise<Figure[]> {
  const count = { short: 200, usual: 5_000, full: 5_000 }[size]
  const portal = await startPortal()
  const pages = await publicPages(portal.url)
  const good = (number: number): Call => ({ kind: 'page', path: pages[number % pages.length] ?? '/' })
  const baseline = percentile(await trafficFor(5, portal.url, perSecond, good), 0.99)
  const traffic = startTraffic(portal.url, perSecond, good)
  const senders: SlowSender[] = []
  for (let number = 0; number < count; number += 1) {
    senders.push(openSlowSender(portal.url, number))
    if (number % 50 === 49) await pause(5)
  }
  await until(() => senders.every(({ lifetime }) => lifetime !== null), 60).catch(() => {})
  const answers = await traffic.stop()
  const open = senders.filter(({ lifetime }) => lifetime === null)
  for (const { socket } of senders) socket.destroy()
  await portal.stop()
  const longest = Math.max(...senders.map(({ lifetime }) => (lifetime ?? 60_000) / 1_000))
  return [
    { what: 'slow connections', value: count },
    { what: 'still open after a minute', value: open.length, most: 0 },
    { what: 'until a slow connection was closed, worst', value: longest, unit: 's', most: 15 },
    { what: 'p99 of others, without the fault', value: baseline, unit: 'ms' },
    { what: 'p99 of others', value: percentile(answers, 0.99), unit: 'ms', most: 2 * Math.max(baseline, noise) },
    { what: 'failed requests of others', value: answers.filter(({ status }) => status !== 200).length, most: 0 },
  ]
}

interface SlowSender {
  socket: Socket
  /** Milliseconds until the server closed it. */
  lifetime: number | null
}

/** Every second one sends its headers slowly, the others a body; from addresses of their own, 20 to each. */
function openSlowSender(url: string, number: number): SlowSender {
  const address = Math.floor(number / 20)
  const { port } = new URL(url)
  const localAddress = `127.1.${address >> 8}.${address & 255 || 1}`
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress })
  const sender: SlowSender = { socket, lifetime: null }
  const openedAt = performance.now()
  const start = 'POST /newsletter HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n'
  socket.write(number % 2 ? start : `${start}Content-Length: 1000\r\n\r\n`)
  const timer = setInterval(() => socket.write('x'), interval)
  socket.resume()
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(timer)
    sender.lifetime = performance.now() - openedAt
  })
  return sender
}
