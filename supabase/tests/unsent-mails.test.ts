import { afterAll, expect, test, vi } from 'vitest'
import { openMailServer } from '#test/fakes/mail-server.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const mails: string[] = []
let takesMails = false
const mailServer = await openMailServer(mails, () => takesMails)
const { port } = mailServer.address() as { port: number }
const failures: string[] = []
const { url } = await runBackend(database, {
  mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'portal@example.org' },
  logFailure: (what, error) => failures.push(`${what}: ${String(error)}`),
})

afterAll(() => new Promise((resolve) => mailServer.close(resolve)))

test('a request for a new password whose mail was not taken can be made again at once', async () => {
  const recover = async () =>
    (
      await fetch(`${url}/auth/v1/recover`, {
        method: 'POST',
        headers: { apikey: keys.publishableKey },
        body: JSON.stringify({ email: admin.email }),
      })
    ).status
  const links = () => sql`select expires_at > now() as is_open, cardinality(requests) as requests from staff.links`
  expect(await recover()).toBe(200)
  await vi.waitUntil(() => failures.length > 0, { timeout: 20_000 })
  expect(failures).toEqual(['An e-mail to the staff was not sent: Error: Message failed: 451 try later'])
  await vi.waitUntil(async () => (await links())[0]?.['is_open'] === false, { timeout: 20_000 })
  takesMails = true
  expect(await recover()).toBe(200)
  await vi.waitUntil(() => mails.length > 0, { timeout: 20_000 })
  expect(await links()).toEqual([{ is_open: true, requests: 2 }])
})
