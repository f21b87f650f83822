import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkout, launch } from './command.ts'
import { during, PREPARATION, untilHeldUp } from './held-up.ts'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, databaseUrl, startServer, type Server } from './server.ts'

const NOTHING_CHANGED = 'Stopped: nothing was changed.\n'

/** A portal in use, which goes on running. */
let server: Server

beforeAll(async () => {
  server = await startServer(preparedFolder('no notices'), { env: { SAMPLE_DATA: 'off' } })
})
afterAll(cleanUp)

test.each(['SIGINT', 'SIGTERM'] as const)(
  'npm run admin ends on %s while it waits for a restore or a start',
  async (signal) => {
    const address = databaseUrl(server.dataDir)
    await during(address, PREPARATION, async () => {
      const program = launch(process.execPath, ['server/admin-command.ts', 'list'], {
        env: { DATA_DIR: server.dataDir },
      })
      await untilHeldUp(address)
      expect(await program.stop(signal)).toBe(130)
      expect([program.output(), program.errors()]).toEqual(['', NOTHING_CHANGED])
    })
  },
)

test('npm run admin ends when it is stopped while it waits for a password', async () => {
  const command = spawn(process.execPath, ['server/admin-command.ts', 'add', 'new@example.org'], {
    cwd: checkout,
    env: { PATH: process.env['PATH'], DATA_DIR: server.dataDir },
  })
  let errors = ''
  command.stderr.on('data', (chunk) => (errors += chunk))
  const ended = once(command, 'close')
  await expect.poll(() => catchesSignals(command.pid), { interval: 20 }).toBe(true)
  command.kill('SIGTERM')
  expect([...(await ended), errors]).toEqual([130, null, NOTHING_CHANGED])
})

/** Whether a process has a handler of SIGHUP, of which Node.js has none by itself. Source: proc_pid_status(5), SigCgt */
function catchesSignals(pid = 0): boolean {
  const [, caught = '0'] = /^SigCgt:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (BigInt(`0x${caught}`) & 1n) !== 0n
}
