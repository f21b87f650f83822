import { once } from 'node:events'
import { createSecureServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { fakeAuthority } from '#test/fakes/push-service.ts'
import { openPushServices } from './push-services.ts'

/** Rejects every message with a text that arrives in two parts of 150 characters. */
const server = createSecureServer({ key: fakeAuthority, cert: fakeAuthority })
server.on('stream', (stream: ServerHttp2Stream) => void rejectInParts(stream))
async function rejectInParts(stream: ServerHttp2Stream): Promise<void> {
  stream.respond({ ':status': 400 })
  stream.write('a'.repeat(150))
  await pause(50)
  stream.end('b'.repeat(150))
}
server.listen(0, 'localhost')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const services = openPushServices(fakeAuthority)
afterAll(() => {
  services.close()
  server.close()
})

test('the first 200 characters of a response are stored, in however many parts it arrives', async () => {
  const response = await services.post(new URL(`https://localhost:${port}/push`), {}, Buffer.from('message'))
  expect(response).toMatchObject({ status: 400, text: 'a'.repeat(150) + 'b'.repeat(50) })
})

test('messages do not pass through a proxy of the environment, which would connect to any address', async () => {
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:9')
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  const response = await services.post(new URL(`https://localhost:${port}/push`), {}, Buffer.from('message'))
  vi.unstubAllEnvs()
  expect(response).toMatchObject({ status: 400 })
})
