import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { openMailer } from './mailer.ts'

afterEach(() => {
  vi.useRealTimers()
})

const mail = { to: 'asha@example.org', subject: 'Invitation', text: 'A link' }

/** @param greet what the mail server does with a connection */
async function openServer(greet: (socket: Socket) => void = () => {}) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    greet(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, address: `127.0.0.1:${port}` }
}

test('a mail server that says nothing is waited for 10 seconds', async () => {
  const { server, address } = await openServer()
  const mailer = openMailer({ smtpUrl: `smtp://${address}`, from: 'portal@example.org' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const connected = once(server, 'connection')
  let outcome = ''
  void mailer.send(mail).catch((error: unknown) => (outcome = String(error)))
  const [connection] = (await connected) as [Socket]
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  await vi
    .waitUntil(() => outcome !== '', { timeout: 5_000 })
    .finally(() => {
      connection.destroy()
      server.close()
    })
  expect(outcome).toMatch(/Greeting never received|Connection timeout/)
})
