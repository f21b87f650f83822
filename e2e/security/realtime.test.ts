import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { newAddress, openDatabase, portals, signIn } from './portals.ts'
import { openSocket, socketAddress, type Socket } from './socket.ts'

describe.each(portals)('realtime of the portal with its $mode database', (portal) => {
  const sql = openDatabase(portal)

  async function open(headers: Record<string, string> = {}): Promise<Socket> {
    const socket = await openSocket(portal, headers)
    onTestFinished(() => socket.close())
    return socket
  }

  test.each([
    { table: 'profiles' },
    { table: 'push_subscriptions' },
    { table: 'newsletter_subscribers' },
    { schema: 'auth', table: 'users' },
    { schema: 'push', table: 'notifications' },
    { schema: 'storage', table: 'objects' },
    { schema: 'pg_catalog', table: 'pg_authid' },
    { table: 'jobs', filter: 'nothing=eq.1' },
    { table: 'jobs', filter: 'title=like.%a%b%c%d%e%' },
    { table: 'jobs', filter: 'title=not.ilike.%a%' },
    { table: 'jobs', filter: "id=eq.1'; drop table jobs; --" },
  ])('S31: a visitor cannot subscribe to %j', async (asked) => {
    const { status } = await (await open()).join('realtime:s31', asked)
    expect(status).toBe('error')
  })

  test('S31: a subscription to everything delivers public rows of notices alone, and deletions with the id alone', async () => {
    const socket = await open()
    expect((await socket.join('realtime:s31', { schema: '*', table: '*' })).status).toBe('ok')
    const slug = `s31-${randomUUID()}`
    const email = `${slug}@example.org`
    await sql`insert into newsletter_subscribers (email) values (${email})`
    await sql`insert into push_subscriptions (endpoint, p256dh, auth) values (${`https://fcm.googleapis.com/${slug}`}, 'x', 'x')`
    await sql`insert into jobs (title, slug, status) values ('Hidden', ${`${slug}-hidden`}, 'inactive')`
    const [row] = await sql`insert into jobs (title, slug) values ('Shown', ${slug}) returning id::int`
    await expect.poll(() => socket.changes.some((text) => text.includes(slug))).toBe(true)
    await sql`delete from jobs where slug = ${slug}`
    await sql`delete from push_subscriptions where endpoint like ${`%${slug}`}`
    const deletion = () => socket.changes.find((text) => text.includes('"DELETE"') && text.includes(`${row?.['id']}`))
    await expect.poll(deletion).toBeDefined()
    const payload = JSON.parse(deletion() ?? '')[4]
    expect(payload.data.old_record).toEqual({ id: row?.['id'] })
    const about = socket.changes.filter((text) => text.includes(slug))
    expect(about.length).toBeGreaterThan(0)
    for (const text of about) expect(text).not.toMatch(/-hidden|@example|fcm\.googleapis/)
  })

  test('S31: nothing that one visitor sends reaches another', async () => {
    const [one, other] = [await open(), await open()]
    for (const socket of [one, other]) {
      const config = { broadcast: { self: true, ack: true }, presence: { key: 'spam', enabled: true } }
      await socket.request('realtime:public', 'phx_join', { config })
    }
    const slug = `s31-${randomUUID()}`
    one.send('realtime:public', 'broadcast', { type: 'broadcast', event: 'spam', payload: { text: slug } })
    one.send('realtime:public', 'presence', { type: 'presence', event: 'track', payload: { text: slug } })
    expect((await other.join('realtime:jobs', { table: 'jobs' })).status).toBe('ok')
    await sql`insert into jobs (title, slug) values ('After the spam', ${slug})`
    await expect.poll(() => other.changes.length).toBeGreaterThan(0)
    expect(other.everything.filter((text) => text.includes('spam') && !text.includes('postgres_changes'))).toEqual([])
    await sql`delete from jobs where slug = ${slug}`
  })

  test('S31: a connection has at most ten channels', async () => {
    const socket = await open()
    const statuses: string[] = []
    for (let number = 0; number < 12; number += 1) {
      statuses.push((await socket.request(`realtime:${number}`, 'phx_join', {})).status)
    }
    expect(statuses).toEqual([...Array<string>(10).fill('ok'), 'error', 'error'])
  })

  test('S31: an address has a limited number of connections, and others are not affected', async () => {
    const headers = { 'x-forwarded-for': newAddress() }
    const opened: Socket[] = []
    const rejected = await (async () => {
      for (;;) {
        if (opened.length > 1_000) return null
        try {
          opened.push(await open(headers))
        } catch (error) {
          return String(error)
        }
      }
    })()
    expect(rejected).toContain('429')
    expect((await (await open()).request('phoenix', 'heartbeat', {})).status).toBe('ok')
  })

  test.each(['sb_publishable_of_another_server_00000', 'session'])(
    'S31: a handshake with the key %j is refused and the key is not repeated',
    async (key) => {
      const asked = key === 'session' ? (await signIn(portal)).accessToken : key
      const socket = new WebSocket(socketAddress({ ...portal, publishableKey: asked }))
      const [status, body] = await new Promise<[number, string]>((resolve, reject) => {
        socket.once('open', () => reject(new Error('The handshake was accepted')))
        socket.once('unexpected-response', (_request, response) => {
          void response.toArray().then((parts) => resolve([response.statusCode ?? 0, Buffer.concat(parts).toString()]))
        })
        socket.on('error', () => {})
      })
      expect(status).toBe(401)
      expect(body).not.toContain(asked)
    },
  )

  test('S31: a page of another site has no more rights than a visitor', async () => {
    const socket = await open({ origin: 'https://evil.example', cookie: 'session=1' })
    expect((await socket.join('realtime:s31', { table: 'profiles' })).status).toBe('error')
  })
})
