import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { changedToken, clientOf, newAccount, openDatabase, portals, signIn } from './portals.ts'

const push = '/functions/v1/push-notifications'
const newContent = (change: object = {}) => ({
  title: `Notice ${randomBytes(6).toString('hex')}`,
  body: 'The last date is near',
  // No subscription of other tests has chosen this category.
  category: 'generalUpdates',
  url: '/jobs',
  ...change,
})

describe.each(portals)('notifications of the portal with its $mode database', (portal) => {
  const sql = openDatabase(portal)
  const sent = async (title: string) => (await sql`select id from push.notifications where title = ${title}`).length

  test('S3: only an admin with a session that exists sends notifications', async () => {
    const { accessToken } = await signIn(portal)
    const reader = await signIn(portal, await newAccount(sql, portal, 'user'))
    const gone = await signIn(portal)
    await gone.send('POST /auth/v1/logout?scope=local')
    const now = Math.floor(Date.now() / 1000)
    const [head = '', claims = ''] = accessToken.split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    const attacks: [what: string, bearer: string, status: number[]][] = [
      ['the public key', portal.publishableKey, [401]],
      ['nothing', '', [401]],
      ['an expired token', changedToken(portal, accessToken, { claims: { exp: now - 1 } }), [401]],
      ['a token of an account without the role', reader.accessToken, [403]],
      ['a token whose session ended', gone.accessToken, [401, 403]],
      ['the server role, signed by another key', changedToken(portal, accessToken, forged), [401]],
      ['a token without an algorithm', `${none}.${claims}.`, [401]],
      ['a token without a signature', `${head}.${claims}.`, [401]],
      ['another algorithm', changedToken(portal, accessToken, { header: { alg: 'RS256' } }), [401]],
    ]
    for (const [what, bearer, statuses] of attacks) {
      const content = newContent()
      const headers = { authorization: `Bearer ${bearer}` }
      const { status, json } = await clientOf(portal)(`POST ${push}/send`, content, headers)
      expect([what, json]).toEqual([what, { error: expect.any(String) }])
      expect([what, statuses.includes(status)]).toEqual([what, true])
      expect([what, await sent(content.title)]).toEqual([what, 0])
    }
  })

  test('S4: statistics are for admins', async () => {
    const reader = await signIn(portal, await newAccount(sql, portal, 'user'))
    expect((await clientOf(portal)(`GET ${push}/stats`)).status).toBe(401)
    expect((await reader.send(`GET ${push}/stats`)).status).toBe(403)
    expect((await (await signIn(portal)).send(`GET ${push}/stats`)).status).toBe(200)
  })

  test('S5: the same notification sent twice is one, and both answers name it', async () => {
    const { send } = await signIn(portal)
    const content = newContent()
    const answers = await Promise.all([send(`POST ${push}/send`, content), send(`POST ${push}/send`, content)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.json).toEqual(answers[1]?.json)
    expect(await sent(content.title)).toBe(1)
  })

  test('S6: a stored endpoint outside of the known push services is not connected to', async () => {
    const connections: unknown[] = []
    const listener = createServer((socket) => connections.push(socket.destroy()))
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void listener.close())
    const { port } = listener.address() as AddressInfo
    const keys = createECDH('prime256v1').generateKeys('base64url')
    const hosts = ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', 'fcm.googleapis.com@127.0.0.1']
    for (const host of hosts) {
      await sql`insert into push_subscriptions (endpoint, p256dh, auth, preferences)
        values (${`https://${host}:${port}/${randomBytes(6).toString('hex')}`}, ${keys}, ${randomBytes(16).toString('base64url')}, ${sql.json({ generalUpdates: true })})`
    }
    const { send } = await signIn(portal)
    const content = newContent()
    const { status, json } = await send(`POST ${push}/send`, content)
    expect([status, json.notificationId]).toEqual([200, expect.stringMatching(/^\d+$/)])
    const outcomes = async () =>
      (await sql`select state, sent::int from push.notifications where title = ${content.title}`)[0]
    await expect.poll(outcomes).toEqual({ state: 'done', sent: 0 })
    expect(connections).toEqual([])
    await sql`delete from push_subscriptions where endpoint like ${`%:${port}/%`}`
  })

  test.each<[what: string, change: object, status: number]>([
    ['a script', { url: 'javascript:alert(1)' }, 400],
    ['another site', { url: 'https://evil.example/' }, 400],
    ['another site without a protocol', { url: '//evil.example' }, 400],
    ['another site by backslashes', { url: '/\\evil.example' }, 400],
    ['a picture inside the network', { image: 'http://10.0.0.1/a.png' }, 400],
    ['a picture that is a script', { icon: 'javascript:alert(1)' }, 400],
    ['a long title', { title: 'x'.repeat(101) }, 400],
    ['a long text', { body: 'x'.repeat(301) }, 400],
    ['a blank title', { title: ' ' }, 400],
    ['an unknown category', { category: '__proto__' }, 400],
    ['an icon of 100 kilobytes', { icon: `data:image/png;base64,${'A'.repeat(100_000)}` }, 413],
  ])('S10: a notification is rejected: %s', async (_what, change, status) => {
    const { send } = await signIn(portal)
    const content = newContent(change)
    const answer = await send(`POST ${push}/send`, content)
    expect([answer.status, answer.json]).toEqual([status, { error: expect.any(String) }])
    expect(await sent(content.title)).toBe(0)
  })
})

const forged = { claims: { role: 'service_role' }, secret: 'another secret of at least 32 letters' }
