import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBackgroundConnections } from '#backend/database/server-connections.ts'
import { publicNetwork, type Network } from '#backend/links/ask-server.ts'
import { checkLink, type FollowedAnswer } from '#backend/links/check-link.ts'
import { checkDueLinks } from '#backend/links/nightly-checks.ts'
import { storeChecks } from '#backend/links/stored-checks.ts'
import { answerOf, type LinkAnswer } from '#domain/link-check.ts'
import { as, signIn, visitor as anonymous } from './database-users.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase, siteUrl } from './test-database.ts'

let requests: string[] = []
const statuses = new Map<string, number>()
const remote = createServer(({ method, url = '' }, response) => {
  requests.push(`${method} ${url}`)
  response.writeHead(statuses.get(url) ?? 200).end()
})
await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve))
afterAll(() => remote.close())
const origin = `http://127.0.0.1:${(remote.address() as AddressInfo).port}`

/** Allows the server of this test besides the public network. */
const network: Network = {
  allowsAddress: (address) => address === '127.0.0.1' || publicNetwork.allowsAddress(address, address),
  allowsPort: (port) => origin.endsWith(`:${port}`) || publicNetwork.allowsPort(port),
}

const database = await makeDatabase('migrated')
const { client, sql, url } = await runBackend(database, { links: { mode: 'on-demand', network } })
const visitor = client()
const staff = client()
await staff.auth.signInWithPassword(admin)
const server = openBackgroundConnections(database.url)
afterAll(() => server.end())

/** Two in the morning of 24 November in India, while it is still the 23rd in Greenwich, and the nights after it. */
const night = (days = 0) => Date.parse('2026-11-24T02:00:00+05:30') + days * 86_400_000
const newRound = (now: number) => ({
  server: crypto.randomUUID(),
  now: () => now,
  signal: new AbortController().signal,
})

/** Checks at night as the server does. */
async function checkAtNight(now: number, check: (link: string) => Promise<FollowedAnswer>) {
  await sql`update links.turn set until = '-infinity'`
  await checkDueLinks({ sql: server, siteUrl, check, rest: 0 }, newRound(now))
}

/** Stores a check of a link at a time. */
const store = (link: string, status: number, checked_at: string) =>
  storeChecks(server, [{ ...answerOf(status), link, checked_at }])

/** Characters of three bytes each that do not compress. */
const randomText = (length: number) =>
  String.fromCodePoint(...Array.from({ length }, () => 0x4e00 + Math.floor(Math.random() * 20_000)))

const dead = async () => (await sql`select link from links.checked where is_dead order by link`).map(({ link }) => link)

beforeEach(async () => {
  requests = []
  statuses.clear()
  await sql`truncate jobs, results restart identity`
  await sql`truncate links.checked, links.uses`
  await sql`update links.turn set server = null, until = '-infinity', collected_on = '-infinity'`
})

describe('what is dead', () => {
  const link = 'https://ssc.gov.in/a'
  const [evening, midnight, later] = ['2026-11-23T18:29:59Z', '2026-11-23T18:30:00Z', '2026-11-25T00:00:00Z']

  test.each<[string, [status: number, at: string][], boolean]>([
    ['one failure', [[404, evening]], false],
    [
      'two failures on one day in India',
      [
        [404, '2026-11-22T18:30:00Z'],
        [404, evening],
      ],
      false,
    ],
    [
      'failures before and after midnight in India',
      [
        [404, evening],
        [404, midnight],
      ],
      true,
    ],
    [
      'two different failures',
      [
        [404, evening],
        [500, later],
      ],
      true,
    ],
    [
      'a success between',
      [
        [404, evening],
        [200, midnight],
        [404, later],
      ],
      false,
    ],
    [
      'a refusal between',
      [
        [404, evening],
        [403, midnight],
        [404, later],
      ],
      false,
    ],
    [
      'a refusal at last',
      [
        [404, evening],
        [404, midnight],
        [403, later],
      ],
      false,
    ],
    [
      'a success at last',
      [
        [404, evening],
        [404, midnight],
        [200, later],
      ],
      false,
    ],
  ])('%s', async (_what, checks, isDead) => {
    for (const [status, at] of checks) await store(link, status, at)
    expect(await dead()).toEqual(isDead ? [link] : [])
  })

  test('a check that is stored twice counts once', async () => {
    await store(link, 404, evening)
    await store(link, 404, evening)
    expect(await dead()).toEqual([])
  })
})

describe('every night', () => {
  const addJob = (slug: string, row: object) =>
    sql`insert into jobs ${sql({ title: `Job ${slug}`, slug, status: 'active', ...row })} returning id`

  test('the links of public notices are checked once, of all kinds, without those of this site', async () => {
    await addJob('a', { apply_link: 'https://a.gov.in/1', notification_link: `${siteUrl}/storage/v1/a.pdf` })
    await addJob('b', { apply_link: 'https://a.gov.in/1', official_website: 'https://b.gov.in/' })
    await addJob('hidden', { apply_link: 'https://hidden.gov.in/', status: 'inactive' })
    await sql`insert into results (title, slug, result_pdf_url) values ('Result', 'r', 'https://c.gov.in/r.pdf')`
    const checked: string[] = []
    const check = (link: string) => Promise.resolve((checked.push(link), answerOf(200)))
    await checkAtNight(night(), check)
    await checkAtNight(night(), check)
    expect(checked.toSorted()).toEqual(['https://a.gov.in/1', 'https://b.gov.in/', 'https://c.gov.in/r.pdf'])
  })

  test('by day nothing is checked', async () => {
    await addJob('a', { apply_link: 'https://a.gov.in/1' })
    for (const hour of ['00:59', '05:00', '12:00', '23:59'])
      await checkAtNight(Date.parse(`2026-11-24T${hour}:00+05:30`), () => Promise.reject(new Error('Checked by day')))
    expect(await sql`select from links.checked`).toHaveLength(0)
  })

  test('a changed link takes the place of the old one, and a hidden notice has none', async () => {
    await addJob('a', { apply_link: 'https://a.gov.in/1' })
    await addJob('b', { apply_link: 'https://b.gov.in/1' })
    const check = () => Promise.resolve(answerOf(200))
    await checkAtNight(night(), check)
    await sql`update jobs set apply_link = 'https://a.gov.in/2' where slug = 'a'`
    await sql`update jobs set status = 'inactive' where slug = 'b'`
    await sql`update links.checked set checked_at = ${new Date(night())}`
    await checkAtNight(night(1), check)
    expect(await sql`select link from links.checked`).toEqual([{ link: 'https://a.gov.in/2' }])
    expect(await sql`select link from links.uses`).toEqual([{ link: 'https://a.gov.in/2' }])
  })

  test('two servers check every link once between them', async () => {
    for (let number = 0; number < 45; number += 1)
      await addJob(`j${number}`, { apply_link: `https://h${number}.gov.in/` })
    const checked: string[] = []
    const check = (link: string) => Promise.resolve((checked.push(link), answerOf(200)))
    const options = { sql: server, siteUrl, check, rest: 0 }
    await Promise.all([checkDueLinks(options, newRound(night())), checkDueLinks(options, newRound(night()))])
    expect(new Set(checked).size).toBe(45)
    expect(checked).toHaveLength(45)
  })

  test('when a server dies, another one goes on ten minutes later', async () => {
    await addJob('a', { apply_link: 'https://a.gov.in/1' })
    await sql`update links.turn set server = gen_random_uuid(), until = now() + interval '10 minutes'`
    const checked: string[] = []
    const check = (link: string) => Promise.resolve((checked.push(link), answerOf(200)))
    const options = { sql: server, siteUrl, check, rest: 0 }
    await checkDueLinks(options, newRound(night()))
    expect(checked).toEqual([])
    await sql`update links.turn set until = now()`
    await checkDueLinks(options, newRound(night()))
    expect(checked).toEqual(['https://a.gov.in/1'])
  })

  test('a host is asked one question after the other, and not again when it cannot be reached', async () => {
    for (let number = 0; number < 4; number += 1) {
      await addJob(`a${number}`, {
        apply_link: `https://a.gov.in/${number}`,
        notification_link: `https://b.gov.in/${number}`,
      })
    }
    const asked: string[] = []
    const running = new Map<string, number>()
    const check = async (link: string): Promise<LinkAnswer> => {
      const { host } = new URL(link)
      asked.push(host)
      running.set(host, (running.get(host) ?? 0) + 1)
      expect(running.get(host), 'questions at once').toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running.set(host, 0)
      return host === 'b.gov.in' ? { outcome: 'fails', status: null, reason: 'no-answer' } : answerOf(200)
    }
    await checkAtNight(night(), check)
    expect(asked.toSorted()).toEqual(['a.gov.in', 'a.gov.in', 'a.gov.in', 'a.gov.in', 'b.gov.in'])
    expect(await sql`select from links.checked where outcome = 'fails' and reason = 'no-answer'`).toHaveLength(4)
  })

  test('a link that leads to another host which cannot be reached says nothing about the others of its own', async () => {
    await addJob('a', { apply_link: 'https://a.gov.in/1', notification_link: 'https://a.gov.in/2' })
    const check = (): Promise<FollowedAnswer> =>
      Promise.resolve({ outcome: 'fails', status: null, reason: 'no-host', failedHost: 'gone.example' })
    const asked = vi.fn<typeof check>(check)
    await checkAtNight(night(), asked)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  test('where staff alone have links checked, they are collected every night, so that the dead ones are listed', async () => {
    await addJob('a', { apply_link: 'https://a.gov.in/1' })
    const check = vi.fn<() => Promise<FollowedAnswer>>()
    await checkDueLinks({ sql: server, siteUrl, check, rest: 0, onlyCollects: true }, newRound(night()))
    expect(check).not.toHaveBeenCalled()
    expect(await sql`select link from links.uses`).toEqual([{ link: 'https://a.gov.in/1' }])
  })

  test('when no host at all can be reached, the links are not blamed', async () => {
    for (let number = 0; number < 5; number += 1)
      await addJob(`a${number}`, { apply_link: `https://h${number}.gov.in/` })
    const unreachable: LinkAnswer = { outcome: 'fails', status: null, reason: 'no-answer' }
    await expect(checkAtNight(night(), () => Promise.resolve(unreachable))).rejects.toThrow('None of 5 links')
    expect(await sql`select from links.checked where outcome is not null`).toHaveLength(0)
  })

  test('links that cannot be reached do not keep others from being checked', async () => {
    for (let number = 0; number < 20; number += 1)
      await addJob(`a${number}`, { apply_link: `https://h${number}.gov.in/` })
    const away: LinkAnswer = { outcome: 'fails', status: null, reason: 'no-host' }
    const check = (link: string) => Promise.resolve(link.includes('works') ? answerOf(200) : away)
    await expect(checkAtNight(night(), check)).rejects.toThrow('None of 20 links')
    await addJob('b', { apply_link: 'https://works.gov.in/' })
    // The next night, one that was never claimed is among the first, so the others are known to be away.
    await checkAtNight(night(1), check)
    expect(await sql`select outcome, count(*)::int from links.checked group by outcome order by outcome`).toEqual([
      { outcome: 'fails', count: 20 },
      { outcome: 'works', count: 1 },
    ])
  })

  test('in the same night, links that could not be reached are claimed after all others', async () => {
    for (let number = 0; number < 45; number += 1)
      await addJob(`a${number}`, { apply_link: `https://h${number}.gov.in/` })
    const claim = async () => {
      const [row] = await server`
        select links.claim(gen_random_uuid(), ${new Date(night())}, ${siteUrl}, 20) as links`
      await sql`update links.turn set until = '-infinity'`
      return row?.['links'] as string[]
    }
    const [first, second, third] = [await claim(), await claim(), await claim()]
    expect(new Set([...first, ...second]).size).toBe(40)
    expect(new Set([...first, ...second, ...third]).size).toBe(45)
  })

  test('hosts that were not asked say nothing about the connection of this server', async () => {
    for (let number = 0; number < 5; number += 1)
      await addJob(`a${number}`, { apply_link: `https://h${number}.gov.in/` })
    const reasons = ['not-public', 'not-allowed', 'certificate', 'no-http', 'redirects'] as const
    const check = (link: string): Promise<LinkAnswer> =>
      Promise.resolve({ outcome: 'unknown', status: null, reason: reasons[Number(/\d/.exec(link)?.[0])] ?? null })
    await checkAtNight(night(), check)
    expect(await sql`select from links.checked where outcome = 'unknown'`).toHaveLength(5)
  })

  test('a link that is too long for an index does not keep others from being checked', async () => {
    const tooLong = `https://a.gov.in/${randomText(1_900)}`
    expect(tooLong.length).toBeLessThan(2_048)
    await addJob('long', { apply_link: tooLong })
    await addJob('a', { apply_link: 'https://a.gov.in/1' })
    await checkAtNight(night(), () => Promise.resolve(answerOf(200)))
    expect(await sql`select link from links.checked`).toEqual([{ link: 'https://a.gov.in/1' }])
  })

  test('a real server is asked, and its answers are stored', async () => {
    statuses.set('/gone', 404)
    await addJob('a', { apply_link: `${origin}/gone`, notification_link: `${origin}/works` })
    await checkAtNight(night(), (link) => checkLink(link, { program: 'Test/1.0', network }))
    expect(await sql`select link, outcome, status, reason from links.checked order by link`).toEqual([
      { link: `${origin}/gone`, outcome: 'fails', status: 404, reason: null },
      { link: `${origin}/works`, outcome: 'works', status: 200, reason: null },
    ])
  })
})

describe('for staff', () => {
  test('dead links are listed by notice, until they are replaced, hidden or work again', async () => {
    const [job] = await sql`insert into jobs (title, slug, apply_link, notification_link)
      values ('Job', 'job', 'https://a.gov.in/', 'https://b.gov.in/') returning id`
    await checkAtNight(night(), () => Promise.resolve(answerOf(404)))
    const nextNight = new Date(night(1)).toISOString()
    const count = async () => (await staff.rpc('dead_link_count')).data as number
    expect(await count()).toBe(0)
    await store('https://a.gov.in/', 404, nextNight)
    await store('https://b.gov.in/', 500, nextNight)
    expect(await count()).toBe(2)
    expect((await staff.rpc('dead_links', { most: 10 })).data).toMatchObject([
      {
        table: 'jobs',
        id: Number(job?.['id']),
        title: 'Job',
        links: [
          { field: 'apply_link', link: 'https://a.gov.in/', outcome: 'fails', status: 404 },
          { field: 'notification_link', link: 'https://b.gov.in/', status: 500 },
        ],
      },
    ])
    await sql`update jobs set apply_link = 'https://c.gov.in/'`
    expect(await count()).toBe(1)
    await store('https://b.gov.in/', 200, nextNight)
    expect(await count()).toBe(0)
    await sql`update jobs set apply_link = 'https://a.gov.in/'`
    expect(await count()).toBe(1)
    await sql`update jobs set status = 'inactive'`
    expect(await count()).toBe(0)
    expect((await staff.rpc('dead_links', { most: 10 })).data).toEqual([])
  })

  test('similar titles of the same organization are found among hidden notices, too, but not the notice itself', async () => {
    const [ssc] =
      await sql`insert into organizations (name, slug, website_url) values ('SSC', 'ssc', 'https://ssc.gov.in') returning id`
    const [other] = await sql`insert into organizations (name, slug) values ('UPSC', 'upsc') returning id`
    const organization_id = ssc?.['id']
    await sql`insert into jobs ${sql([
      { title: 'SSC CGL 2026', slug: 'own', organization_id, status: 'active' },
      { title: 'SSC CGL Recruitment 2026', slug: 'hidden', organization_id, status: 'inactive' },
      { title: 'Something else', slug: 'else', organization_id, status: 'active' },
      { title: 'SSC CGL 2026', slug: 'other', organization_id: other?.['id'], status: 'active' },
    ])}`
    await store('https://ssc.gov.in/a', 404, '2026-11-23T00:00:00Z')
    const asked = {
      content_table: 'jobs',
      title: 'ssc cgl 2026',
      links: ['https://ssc.gov.in/a', 'https://ssc.gov.in/b'],
    }
    const found = await staff.rpc('notice_surroundings', {
      ...asked,
      organization_id: Number(organization_id),
      own_slug: 'own',
    })
    expect(found.data).toMatchObject({
      website: 'https://ssc.gov.in',
      similar_titles: ['SSC CGL Recruitment 2026'],
      checks: [{ link: 'https://ssc.gov.in/a', outcome: 'fails', status: 404 }],
    })
    expect((await staff.rpc('notice_surroundings', asked)).data).toMatchObject({ website: null, similar_titles: [] })
    expect((await staff.rpc('notice_surroundings', { ...asked, content_table: 'profiles' })).error).not.toBe(null)
  })

  test('titles of an organization with thousands of notices among 100,000 are compared in a fraction of a second', async () => {
    const [busy] = await sql`insert into organizations (name, slug) values ('Busy', 'busy') returning id`
    const id = busy?.['id']
    await sql`alter table jobs disable trigger user`
    await sql`insert into jobs (title, slug, organization_id, status, created_at)
      select 'Recruitment of clerks number ' || number || ' in 2026', 'busy-' || number,
             case when number % 5 = 0 then ${id}::bigint end, 'active', now() - number * interval '1 minute'
        from generate_series(1, 100000) as number`
    await sql`alter table jobs enable trigger user`
    await sql`analyze jobs`
    const ask = () =>
      staff.rpc('notice_surroundings', {
        content_table: 'jobs',
        title: 'Recruitment of clerks number 70 in 2026',
        links: [],
        organization_id: Number(id),
      })
    const begin = performance.now()
    const { data } = await ask()
    const took = performance.now() - begin
    expect((data as { similar_titles: string[] }).similar_titles).toContain('Recruitment of clerks number 70 in 2026')
    expect(took, 'milliseconds').toBeLessThan(3_000)
  })

  test('visitors and signed-in users without a role learn nothing', async () => {
    expect((await visitor.rpc('dead_links', { most: 10 })).status).toBe(401)
    expect((await visitor.rpc('dead_link_count')).status).toBe(401)
    const asked = { content_table: 'jobs', title: 'a', links: [] }
    expect((await visitor.rpc('notice_surroundings', asked)).status).toBe(401)
    const user = await signIn(sql, 'user')
    for (const call of [
      `select public.dead_links(10)`,
      `select public.dead_link_count()`,
      `select public.notice_surroundings('jobs', 'a', '{}')`,
      `select links.claim(gen_random_uuid(), now(), 'x', 1)`,
      `select links.store('[]')`,
      `select * from links.checked`,
    ]) {
      await expect(as(sql, user, (by) => by.unsafe(call))).rejects.toMatchObject({ code: '42501' })
      await expect(as(sql, anonymous, (by) => by.unsafe(call))).rejects.toMatchObject({ code: '42501' })
    }
  })
})

describe('the call that checks a link', () => {
  const call = (body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
    fetch(`${url}/functions/v1/check-link`, {
      method,
      headers: { apikey: keys.publishableKey, 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
  const token = async () => ({ authorization: `Bearer ${(await staff.auth.getSession()).data.session?.access_token}` })

  test('staff get the result, which is stored', async () => {
    statuses.set('/gone', 404)
    const { data } = await staff.functions.invoke('check-link', { body: { link: `${origin}/gone` } })
    expect(data).toMatchObject({ link: `${origin}/gone`, outcome: 'fails', status: 404, reason: null })
    expect(await sql`select link, status from links.checked`).toEqual([{ link: `${origin}/gone`, status: 404 }])
    expect(requests).toEqual(['HEAD /gone', 'GET /gone'])
  })

  test.each([
    ['an address inside the network', 'http://169.254.169.254/latest/meta-data/'],
    ['the loopback address of the other family', 'http://[::1]/'],
  ])('%s is not asked', async (_what, link) => {
    const { data } = await staff.functions.invoke('check-link', { body: { link } })
    expect(data).toMatchObject({ outcome: 'unknown', reason: 'not-public' })
  })

  test.each([
    [{}],
    [{ link: 'ftp://a.in/' }],
    [{ link: 'file:///etc/passwd' }],
    [{ link: `https://a.in/${'x'.repeat(2_048)}` }],
    [{ link: `https://a.in/${'ट'.repeat(680)}` }],
    [7],
  ])('a body such as %j is rejected', async (body) => {
    expect((await call(body, await token())).status).toBe(400)
    expect(requests).toEqual([])
  })

  test('others may not have links checked', async () => {
    const link = `${origin}/works`
    expect((await call({ link })).status).toBe(401)
    expect((await call({ link }, { apikey: 'nobody' })).status).toBe(401)
    expect((await call({ link }, { authorization: 'Bearer a.b.c' })).status).toBe(401)
    expect((await call({ link }, await token(), 'GET')).status).toBe(405)
    expect((await call({ link, more: 'x'.repeat(5_000) }, await token())).status).toBe(413)
    expect(requests).toEqual([])
  })
})

test('a server whose checks are switched off has no such call', async () => {
  const off = await runBackend(await makeDatabase('migrated'))
  const reply = await fetch(`${off.url}/functions/v1/check-link`, { method: 'POST', body: '{}' })
  expect(reply.status).toBe(404)
})
