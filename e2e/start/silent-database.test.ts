import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabaseProxy, type DatabaseProxy } from '#test/fakes/database-proxy.ts'
import { preparedFolder } from './prepared-folder.ts'
import { adminHeaders, cleanUp, databaseUrl, generatedKeys, startServer, type Server } from './server.ts'
import { send, startBeside } from './several-servers.ts'

/** Cached before the database goes silent. */
const cachedPaths = ['/', '/jobs', '/results']

let owner: Server
let proxy: DatabaseProxy
let server: Server
let session: Record<string, string>
beforeAll(async () => {
  owner = await startServer(preparedFolder())
  session = await adminHeaders(owner)
  proxy = await openDatabaseProxy(databaseUrl(owner.dataDir))
  server = await startBeside(owner, proxy.url)
})
afterAll(cleanUp)

beforeEach(async () => {
  for (const path of cachedPaths) {
    const isFresh = async () => (await send(server.url + path)).headers['cache-status'] === undefined
    await vi.waitUntil(isFresh, { timeout: 60_000 })
  }
})
afterEach(() => proxy.repair())

const asVisitor = () => ({ apikey: generatedKeys(owner.dataDir).publishableKey })

/** Milliseconds that some work takes. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Waits until the server knows that it hears nothing from the database. */
async function untilUnready(): Promise<void> {
  await expect.poll(async () => (await send(`${server.url}/readyz`)).status).toBe(503)
}

describe('a database that does not answer, as when its machine is cut off', () => {
  test('uncached reads, calls with a session and the sign-in get 503 and Retry-After in the words of the contract', async () => {
    proxy.silence()
    const json = { ...asVisitor(), 'content-type': 'application/json' }
    const calls: [path: string, options: Parameters<typeof send>[1]][] = [
      ['/rest/v1/jobs?select=id&order=id&offset=3', { headers: { ...asVisitor(), 'range-unit': 'items' } }],
      ['/rest/v1/jobs?select=id', { headers: session }],
      ['/rest/v1/rpc/admin_counts', { method: 'POST', headers: { ...session, ...json }, body: '{}' }],
      ['/auth/v1/user', { headers: session }],
      ['/auth/v1/token?grant_type=refresh_token', { method: 'POST', headers: json, body: '{"refresh_token":"aaaa"}' }],
      [
        '/auth/v1/token?grant_type=password',
        { method: 'POST', headers: json, body: '{"email":"asha@example.org","password":"a password"}' },
      ],
    ]
    // Nothing here may hang: 20 seconds are many times what the limits of the server add up to.
    const responses = await Promise.all(
      calls.map(async ([path, options]) => {
        let response: Awaited<ReturnType<typeof send>> | undefined
        const time = await timeOf(async () => (response = await send(server.url + path, options)))
        return { path, response, isInTime: time < 20_000 }
      }),
    )
    for (const { path, response, isInTime } of responses) {
      expect([path, response?.status, isInTime]).toEqual([path, 503, true])
      expect([path, response?.headers['retry-after']]).toEqual([path, expect.stringMatching(/^\d+$/)])
      expect(JSON.parse(response?.text ?? '')).toEqual({
        code: 'PGRST001',
        details: null,
        hint: null,
        message: 'The database cannot be reached right now',
      })
    }
  })

  test('an uncached page is 503 with Retry-After, and 300 requests for it do not pile up', async () => {
    proxy.silence()
    const time = await timeOf(async () => {
      const responses = await Promise.all(
        Array.from({ length: 300 }, (_, number) => send(`${server.url}/search?q=clerk+${number}`)),
      )
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]))
      expect(new Set(responses.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1']))
    })
    expect(time).toBeLessThan(20_000)
    const metrics = (await send(`${server.url}/metrics`)).text
    expect(Number(/^suchana_queries_running (.+)$/m.exec(metrics)?.[1])).toBe(0)
  })

  test('only the first request waits for a cached page: the others get the last copy at once', async () => {
    proxy.silence()
    await untilUnready()
    await send(`${server.url}/`)
    // One after the other, a second each would be 60 seconds.
    const time = await timeOf(async () => {
      for (let round = 0; round < 20; round++) {
        for (const path of cachedPaths) {
          const { status, headers } = await send(server.url + path)
          expect([path, status, headers['cache-status']]).toEqual([path, 200, expect.stringContaining('database-away')])
        }
      }
    })
    expect(time).toBeLessThan(30_000)
    expect((await send(`${server.url}/healthz`)).status).toBe(200)
  })

  test('the database is used again when it answers', async () => {
    proxy.silence()
    await untilUnready()
    expect((await send(`${server.url}/search?q=nurse`)).status).toBe(503)
    await proxy.repair()
    await expect.poll(async () => (await send(`${server.url}/search?q=nurse`)).status).toBe(200)
    await expect
      .poll(async () => (await send(`${server.url}/rest/v1/jobs?select=id`, { headers: session })).status)
      .toBe(200)
    await expect.poll(async () => (await send(`${server.url}/readyz`)).status).toBe(200)
  })
})

test('a slow database: more requests than it can answer get 503 after a second, and cached pages are sent', async () => {
  proxy.delay(250)
  const pages = Array.from({ length: 300 }, (_, number) => send(`${server.url}/search?q=slow+${number}`))
  const cached = await Promise.all(cachedPaths.map((path) => send(server.url + path)))
  expect(cached.map(({ status }) => status)).toEqual([200, 200, 200])
  const statuses = (await Promise.all(pages)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})

test('a database that refuses connections: calls with a session get 503 in the words of the contract', async () => {
  proxy.cut()
  for (const path of ['/rest/v1/jobs?select=id', '/auth/v1/user']) {
    const { status, headers, text } = await send(server.url + path, { headers: session })
    expect([path, status, headers['retry-after']]).toEqual([path, 503, '1'])
    expect(JSON.parse(text)).toMatchObject({ code: 'PGRST001', message: 'The database cannot be reached right now' })
  }
})
