import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { openMailServer } from '#test/fakes/mail-server.ts'
import { openMailer } from './mailer.ts'

afterEach(() => {
  vi.useRealTimers()
})

const mail = { to: 'asha@example.org', subject: 'Invitation', text: 'A link' }

/** @param greet what the mail server does with a connection */
async function openServer(greet: (socket: Socket) => void = () => {}, host = '127.0.0.1') {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    greet(socket)
  }).listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, address: `${host}:${port}` }
}

test('a mail server that says nothing is waited for 10 seconds', async () => {
  const { server, address } = await openServer()
  const mailer = openMailer({ smtpUrl: `smtp://${address}`, from: 'portal@example.org' }, 'Suchana')
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

/** A mail server that asks for a password and offers no encryption. */
function withoutEncryption(commands: string[]) {
  return (socket: Socket) => {
    socket.write('220 mail\r\n')
    socket.on('data', (bytes) => {
      const [command = ''] = bytes.toString().split(/[ \r]/)
      commands.push(command)
      socket.write(command === 'EHLO' ? '250-mail\r\n250 AUTH PLAIN\r\n' : '502 no\r\n')
    })
  }
}

test.each([
  ['whole', 1_000],
  ['cut off', 20],
])('the error does not contain the password of a command that the mail server quotes %s', async (_how, length) => {
  const { server, address } = await openServer((socket) => {
    socket.write('220 mail\r\n')
    socket.on('data', (bytes) => {
      const command = bytes.toString().trim()
      socket.write(
        command.startsWith('EHLO')
          ? '250-mail\r\n250 AUTH PLAIN\r\n'
          : `535 wrong: ${command.slice(0, length)}; hunter2 for portal\r\n`,
      )
    })
  })
  const mailer = openMailer({ smtpUrl: `smtp://portal:hunter2@${address}`, from: 'portal@example.org' }, 'Suchana')
  await expect(mailer.send(mail)).rejects.toThrow(/^Invalid login: 535 wrong: AUTH PLAIN \.\.\. \.\.\. for portal$/)
  server.close()
})

test.each([
  ['127.0.0.2', '', ['EHLO', 'STARTTLS']],
  ['127.0.0.2', '?requireTLS=false', ['EHLO', 'AUTH']],
  ['127.0.0.1', '', ['EHLO', 'AUTH']],
])('without encryption, a mail server at %s%s gets %j', async (host, query, expected) => {
  const commands: string[] = []
  const { server, address } = await openServer(withoutEncryption(commands), host)
  const mailer = openMailer(
    { smtpUrl: `smtp://portal:hunter2@${address}/${query}`, from: 'portal@example.org' },
    'Suchana',
  )
  await expect(mailer.send(mail)).rejects.toThrow(/STARTTLS|Invalid login/)
  expect(commands.slice(0, 2)).toEqual(expected)
  server.close()
})

test.each([
  ['Suchana', 'From: Suchana <portal@example.org>'],
  ['सूचना', 'From: =?UTF-8?B?4KS44KWC4KSa4KSo4KS+?= <portal@example.org>'],
  ['Jobs, "News" <me@example.com>', String.raw`From: "Jobs, \"News\" <me@example.com>" <portal@example.org>`],
])('mails of the site %s come from its name and the address of the operator', async (name, header) => {
  const mails: string[] = []
  const server = await openMailServer(mails)
  const { port } = server.address() as AddressInfo
  const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'portal@example.org' }, name)
  await mailer.send(mail)
  mailer.close()
  server.close()
  expect(mails[0]?.split('\r\n')).toContain(header)
})
