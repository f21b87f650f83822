import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkout } from '#e2e/start/command.ts'
import { clientOf, openDatabase, portals, signIn } from './portals.ts'

const clientBuild = join(checkout, 'build', 'client')
const builtFiles = readdirSync(clientBuild, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(js|css|html|json|webmanifest|map|txt|xml|svg)$/.test(name),
)

describe.each(portals)('pages of the portal with its $mode database', async (portal) => {
  const sql = openDatabase(portal)
  const send = clientOf(portal)
  const { hostname, port } = new URL(portal.url)

  /** Sends bytes as they are, and reads until the server closes the connection. */
  function sendRaw(text: string): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname)
      const parts: Buffer[] = []
      socket.on('data', (part) => parts.push(part)).on('error', () => {})
      socket.on('close', () => resolve(Buffer.concat(parts).toString()))
      socket.write(text)
    })
  }

  test('S20: neither built files nor documents contain a secret', async () => {
    const { jwtSecret, secretKey, vapidPrivateKey } = portal.secrets
    const { password } = new URL(portal.databaseUrl)
    const secrets = [jwtSecret, secretKey, vapidPrivateKey, password, portal.admin.password]
    const words =
      /service_role|sb_secret_[\w-]{8}|postgres(ql)?:\/\/\w|VAPID_PRIVATE|JWT_SECRET|BEGIN [A-Z ]*PRIVATE KEY/
    const isLeak = (text: string) => words.test(text) || secrets.some((secret) => text.includes(secret))
    expect(['a service_role b', `x${jwtSecret}`].map(isLeak)).toEqual([true, true])

    expect(builtFiles.length).toBeGreaterThan(20)
    expect(builtFiles).toContain('sw.js')
    const leaks = builtFiles.filter((name) => isLeak(readFileSync(join(clientBuild, name), 'utf8')))
    expect(leaks).toEqual([])

    const slugs = await sql`select slug from jobs where status is distinct from 'inactive' order by id limit 1`
    const paths = ['/', '/jobs', `/jobs/${slugs[0]?.['slug']}`, '/search?q=ssc', '/contact', '/notifications']
    const others = [
      '/admin',
      '/admin/login',
      '/unknown',
      '/manifest.webmanifest',
      '/sw.js',
      '/rss.xml',
      '/auth/v1/settings',
    ]
    for (const path of [...paths, ...others]) {
      const { text, headers } = await send(`GET ${path}`)
      expect([path, text.length > 50]).toEqual([path, true])
      expect([path, isLeak(text + JSON.stringify([...headers]))]).toEqual([path, false])
    }
  })

  test.each([
    '/.env',
    '/.git/config',
    '/package.json',
    '/data/secrets.json',
    '/server/main.ts',
    '/assets/',
    '/..%2fsecrets.json',
  ])('S20: %s is not served', async (path) => {
    const { status, text } = await send(`GET ${path}`)
    expect(status).toBeOneOf([400, 404])
    expect(text).not.toMatch(/jwtSecret|"dependencies"|\[core\]/)
  })

  test('S22: structured data holds every text as it is, and no text ends its element', async () => {
    const hostile = `</script><script>alert(1)</script><!-- ]]> \u2028\u2029 & "quotes" 'too' {{x}}`
    const slug = `s22-${randomUUID()}`
    const { send: asAdmin } = await signIn(portal)
    const job = { title: hostile, slug, description: hostile, eligibility: hostile }
    expect((await asAdmin('POST /rest/v1/jobs', job)).text).toBe('')
    const { status, text } = await send(`GET /jobs/${slug}`)
    expect(status).toBe(200)
    const [, facts = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    expect(facts).not.toContain('<')
    expect(textsOf(JSON.parse(facts)).some((value) => value.includes(hostile))).toBe(true)
    expect(text).not.toContain('<script>alert(1)')
    await sql`delete from jobs where slug = ${slug}`
  })

  test('S25: headers of a client change neither a page nor what others get of it', async () => {
    const hostile = {
      'x-forwarded-host': 'attacker.example',
      'x-forwarded-proto': 'gopher',
      'x-original-url': '/admin',
      'x-rewrite-url': '/admin',
      'x-host': 'attacker.example',
      forwarded: 'host=attacker.example',
      cookie: 'theme=<script>',
      authorization: 'Bearer x',
      'accept-language': '"><script>',
    }
    const path = `/results?search=${randomUUID().slice(0, 8)}`
    const { status, text } = await send(`GET ${path}`, undefined, hostile)
    expect(status).toBe(200)
    for (const answer of [text, (await send(`GET ${path}`)).text]) {
      expect(answer).not.toMatch(/attacker\.example|gopher|<script>"|theme=</)
    }
    const answer = await sendRaw(`GET /results HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).not.toContain('attacker.example')
  })

  test.each([
    '/admin/x.css',
    '/admin/jobs/a.js',
    '/jobs/a;.css',
    '/jobs/a.css',
    '/jobs.css',
    '/search.json',
    '/auth/v1/user.css',
  ])('S25: %s is no file, and nobody may cache it', async (path) => {
    const { status, headers } = await send(`GET ${path}`)
    expect([status >= 400 || path.startsWith('/admin'), headers.get('cache-control')]).toEqual([
      true,
      'no-cache, no-store, must-revalidate',
    ])
  })

  test('S25: unknown parameters and paths take no memory', async () => {
    const figure = async () => {
      const { text } = await fetch(`${portal.url}/metrics`).then(async (answer) => ({ text: await answer.text() }))
      return Number(/^suchana_page_cache_answers (\d+)$/m.exec(text)?.[1])
    }
    await Promise.all(['/documents', '/unknown'].map((path) => send(`GET ${path}`)))
    const before = await figure()
    expect(before).toBeGreaterThan(0)
    for (let round = 0; round < 50; round += 1) {
      const paths = Array.from({ length: 5 }, () => [
        `/documents?utm_source=${randomUUID()}`,
        `/${randomUUID()}`,
      ]).flat()
      const statuses = (await Promise.all(paths.map((path) => send(`GET ${path}`)))).map(({ status }) => status)
      expect(new Set(statuses)).toEqual(new Set([200, 404]))
    }
    // Other test files may read some pages at the same time.
    expect((await figure()) - before).toBeLessThan(50)
  })

  test('S26: no answer lets another site use the credentials of a visitor', async () => {
    const { accessToken } = await signIn(portal)
    const origin = 'https://evil.example'
    const lines = [
      'GET /',
      'GET /rest/v1/jobs?select=id&limit=1',
      'GET /auth/v1/settings',
      'GET /admin',
      'GET /unknown',
    ]
    for (const line of lines) {
      for (const asked of [origin, 'null', portal.url]) {
        const { headers } = await send(line, undefined, { origin: asked, authorization: `Bearer ${accessToken}` })
        expect([line, headers.get('access-control-allow-credentials'), headers.get('set-cookie')]).toEqual([
          line,
          null,
          null,
        ])
        expect([line, headers.get('access-control-allow-origin')]).toBeOneOf([
          [line, null],
          [line, '*'],
        ])
      }
    }
    const preflight = { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'apikey' }
    const { headers } = await send('OPTIONS /rest/v1/jobs', undefined, preflight)
    expect([headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]).toEqual([
      '*',
      null,
    ])
  })

  test('S26: a form of another site is refused', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }
    const email = `${randomUUID()}@example.org`
    expect((await send('POST /newsletter', `email=${email}`, headers)).status).toBe(403)
    expect(await sql`select from newsletter_subscribers where email = ${email}`).toHaveLength(0)
  })

  const host = `Host: ${hostname}\r\n`
  test.each<[what: string, text: string, status: RegExp]>([
    ['TRACE', `TRACE / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, /^HTTP\/1\.1 405 /],
    ['TRACE of a table', `TRACE /rest/v1/jobs HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, /^HTTP\/1\.1 (405|401) /],
    [
      'a tunnel',
      `CONNECT evil.example:443 HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      /^(HTTP\/1\.1 (400|404|405) |$)/,
    ],
    ['an unknown method', `BREW / HTTP/1.1\r\n${host}\r\n`, /^HTTP\/1\.1 400 /],
    ['a header of 64 kilobytes', `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(65_536)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    ['ten thousand headers', `GET / HTTP/1.1\r\n${host}${'X: 1\r\n'.repeat(10_000)}\r\n`, /^HTTP\/1\.1 431 /],
    [
      'two lengths',
      `POST /newsletter HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 20\r\n\r\nx`,
      /^HTTP\/1\.1 400 /,
    ],
    [
      'a length and chunks',
      `POST /newsletter HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n`,
      /^HTTP\/1\.1 400 /,
    ],
    [
      'chunks in an odd spelling',
      `POST /newsletter HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      /^HTTP\/1\.1 400 /,
    ],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['a folded header', `GET / HTTP/1.1\r\n${host}X: a\r\n b\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 400 /],
  ])('S32: an odd request gets one refusal: %s', async (_what, text, status) => {
    const answer = await sendRaw(text)
    expect(answer).toMatch(status)
    expect(answer.match(/^HTTP\/1\.1 /gm)?.length ?? 0).toBeLessThanOrEqual(1)
    expect((await send('GET /healthz')).status).toBe(200)
  })

  test('S32: a header does not change the method of a request', async () => {
    const { send: asAdmin } = await signIn(portal)
    const slug = `s32-${randomUUID()}`
    const [row] = await sql`insert into jobs (title, slug, status) values ('S32', ${slug}, 'inactive') returning id`
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      await asAdmin(`GET /rest/v1/jobs?id=eq.${row?.['id']}`, undefined, { [name]: 'DELETE' })
      await asAdmin(`POST /rest/v1/jobs?id=eq.${row?.['id']}`, {}, { [name]: 'DELETE' })
    }
    expect(await sql`select from jobs where slug = ${slug}`).toHaveLength(1)
    await sql`delete from jobs where slug = ${slug}`
  })
})

/** @returns every text within a JSON value */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}
