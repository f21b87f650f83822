import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, databaseUrl, generatedKeys, preparedAccount, startServer, type Server } from './server.ts'
import { openProxy, send, startBeside, type HttpResponse } from './several-servers.ts'

/** Two servers on one database, and one address in front of them. */
let servers: Server[]
let proxy: Awaited<ReturnType<typeof openProxy>>
let sql: postgres.Sql
let key: string

beforeAll(async () => {
  const first = await startServer(preparedFolder())
  const second = await startBeside(first, databaseUrl(first.dataDir))
  servers = [first, second]
  proxy = await openProxy(servers)
  sql = postgres(databaseUrl(first.dataDir), { max: 1, onnotice: () => {} })
  key = generatedKeys(first.dataDir).publishableKey
})
afterAll(async () => {
  await sql.end()
  proxy.close()
  await cleanUp()
})

const asJson = (headers: Record<string, string> = {}) => ({
  apikey: key,
  'content-type': 'application/json',
  ...headers,
})

async function signIn(): Promise<Record<string, string>> {
  const address = `${proxy.url}/auth/v1/token?grant_type=password`
  const { text } = await send(address, { method: 'POST', headers: asJson(), body: JSON.stringify(preparedAccount) })
  return asJson({ authorization: `Bearer ${JSON.parse(text).access_token}` })
}

/** Inserts a notice with a unique slug. */
async function newJob(fields: { title: string; status?: string }): Promise<{ id: number; slug: string }> {
  const slug = `job-${crypto.randomUUID()}`
  const [row] = await sql<{ id: number }[]>`insert into jobs ${sql({ ...fields, slug })} returning id::int`
  return { id: row?.id ?? 0, slug }
}

describe('pages of two servers', () => {
  test('every change is visible on the pages of every server', async () => {
    const { id, slug } = await newJob({ title: 'Title 0' })
    for (let number = 1; number <= 20; number += 1) {
      await sql`update jobs set title = ${`Title ${number}`} where id = ${id}`
      for (const { url } of servers)
        await expect.poll(() => titleOf(`${url}/jobs/${slug}`), { interval: 2 }).toBe(`Title ${number}`)
    }
  })

  test('a withdrawn notice disappears from every server', async () => {
    const { id, slug } = await newJob({ title: 'Published by mistake' })
    for (const { url } of servers) await expect.poll(() => statusOf(`${url}/jobs/${slug}`)).toBe(200)
    await sql`update jobs set status = 'inactive' where id = ${id}`
    for (const { url } of servers) {
      await expect.poll(() => statusOf(`${url}/jobs/${slug}`)).toBe(404)
      expect((await send(`${url}/jobs`)).text).not.toContain('Published by mistake')
    }
  })

  test('a page is invalidated by changes of the rows that it refers to', async () => {
    const [recruitment] = await sql<{ id: number }[]>`
      insert into recruitments (title, slug) values ('Both', gen_random_uuid()) returning id::int`
    const [one, other] = [await newJob({ title: 'The one' }), await newJob({ title: 'The other' })]
    await sql`update jobs set recruitment_id = ${recruitment?.id ?? 0} where id = ${one.id}`
    const page = async () => (await send(`${servers[0]?.url}/jobs/${one.slug}`)).text
    expect(await page()).toContain('The one')
    await sql`update jobs set recruitment_id = ${recruitment?.id ?? 0} where id = ${other.id}`
    await expect.poll(page).toContain('The other')
    await sql`update jobs set title = 'Renamed' where id = ${other.id}`
    await expect.poll(page).toContain('Renamed')
  })
})

test('responses for staff are neither cached for visitors nor served from their cache', async () => {
  const { slug } = await newJob({ title: 'A draft', status: 'inactive' })
  const staff = await signIn()
  for (const { url } of servers) {
    const read = `${url}/rest/v1/jobs?select=title&slug=eq.${slug}`
    const rows = async (headers: Record<string, string>) => JSON.parse((await send(read, { headers })).text)
    for (let again = 0; again < 3; again += 1) {
      expect(await rows({ apikey: key })).toEqual([])
      expect(await rows(staff)).toEqual([{ title: 'A draft' }])
    }
  }
})

test('a session is valid on both servers until it ends on either', async () => {
  const staff = await signIn()
  const { id } = await newJob({ title: 'Before' })
  const rename = ({ url }: Server, title: string) =>
    send(`${url}/rest/v1/jobs?id=eq.${id}`, { method: 'PATCH', headers: staff, body: JSON.stringify({ title }) })
  for (const server of servers) expect((await rename(server, `By ${server.url}`)).status).toBe(204)
  expect((await send(`${servers[0]?.url}/auth/v1/logout`, { method: 'POST', headers: staff })).status).toBe(204)
  const [row] = await sql`select title from jobs where id = ${id}`
  await rename(servers[1]!, 'By nobody')
  expect(await sql`select title from jobs where id = ${id}`).toEqual([row])
})

test('sockets on both servers receive a change', async () => {
  const listeners = await Promise.all(servers.map(listen))
  await newJob({ title: 'Heard by all' })
  for (const titles of listeners) await expect.poll(() => titles).toContain('Heard by all')
})

test('rate limits are shared by all servers', async () => {
  const responses = []
  for (let number = 0; number < 8; number += 1) {
    const body = JSON.stringify({ email: `reader-${number}@example.org` })
    responses.push(
      await send(`${proxy.url}/rest/v1/newsletter_subscribers`, { method: 'POST', headers: asJson(), body }),
    )
  }
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429, 429, 429])
  expect(Number(responses.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
})

test('after kill -9 of one server every request succeeds when it is retried', async () => {
  const [, second] = servers
  let sent = 0
  const retried = async (path: string): Promise<HttpResponse> => {
    // Other visits take turns of the proxy, too, so one visit may be led to the ended server many times.
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const response = await send(proxy.url + path).catch(() => null)
      if (response) return response
      await pause(10)
    }
    throw new Error('All attempts failed')
  }
  const visits = Array.from({ length: 8 }, async () => {
    const statuses = []
    for (let number = 0; number < 40; number += 1) {
      sent += 1
      statuses.push((await retried(number % 2 ? '/jobs' : '/search?q=ssc')).status)
    }
    return statuses
  })
  await expect.poll(() => sent, { interval: 5 }).toBeGreaterThan(60)
  process.kill(second?.pid ?? 0, 'SIGKILL')
  const statuses = (await Promise.all(visits)).flat()
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(statuses).toHaveLength(320)
})

async function titleOf(url: string): Promise<string> {
  return /<h1[^>]*>([^<]*)</.exec((await send(url)).text)?.[1] ?? ''
}

async function statusOf(url: string): Promise<number> {
  return (await send(url)).status
}

/** @returns an array that receives the titles of new jobs as they arrive */
async function listen({ url }: Server): Promise<string[]> {
  const titles: string[] = []
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('There is no socket')))
    socket.addEventListener('open', () => {
      const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'jobs' }] }
      socket.send(JSON.stringify(['1', '1', 'realtime:jobs', 'phx_join', { config }]))
    })
    socket.addEventListener('message', ({ data }) => {
      const [, , , event, payload] = JSON.parse(String(data))
      if (event === 'system') resolve()
      if (event === 'postgres_changes') titles.push(payload.data.record?.title)
    })
  })
  return titles
}
