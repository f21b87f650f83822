import { afterAll, expect, test } from 'vitest'
import { launch } from './command.ts'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, serverOn, signIn } from './server.ts'

afterAll(cleanUp)

test.each([
  ['on a full disk', '>/dev/full 2>/dev/full'],
  ['of a pipe whose reader has ended', '> >(:) 2> >(:)'],
])('a server goes on without its output %s', async (_where, redirection) => {
  const dataDir = preparedFolder()
  const env = await serverOn(dataDir)
  const command = launch('bash', ['-c', `exec "$0" server/main.ts ${redirection}`, process.execPath], { env })
  const server = { ...command, url: `http://127.0.0.1:${env['PORT']}`, dataDir }
  const health = async () => (await fetch(`${server.url}/healthz`).catch(() => null))?.status
  await expect.poll(health, { timeout: 60_000 }).toBe(200)
  // Every failed sign-in is a line of the log.
  for (const password of ['wrong', 'wrong too'])
    expect(await signIn(server, { email: 'nobody@example.org', password })).toBe(400)
  expect(await health()).toBe(200)
  expect(await server.stop()).toBe(0)
})
