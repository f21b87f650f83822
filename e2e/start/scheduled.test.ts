import { afterAll, beforeAll, expect, test } from 'vitest'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, databaseUrl, query, startServer, type Server } from './server.ts'

/** Notices that are published and hidden at a time, with nobody present. */
const dataDir = preparedFolder('no notices')
let server: Server

beforeAll(async () => {
  server = await startServer(dataDir, { env: { SAMPLE_DATA: 'off' } })
})
afterAll(cleanUp)

const slug = 'at-midnight'
/** Everywhere that a visitor or a program may find the notice, with what is found there. */
const places = ['/', '/jobs', '/search?q=midnight', '/jobs/rss.xml', '/atom.xml', '/sitemap.xml', `/jobs/${slug}`]
const read = async (path: string) => (await fetch(server.url + path, { headers: { accept: 'text/html' } })).text()
const isShown = async (path: string) =>
  (await read(path)).includes('At Midnight') || (await read(path)).includes(`/jobs/${slug}`)
const shown = async () => {
  const found = await Promise.all(places.map(isShown))
  return places.filter((_, index) => found[index])
}

/** Plans the job, from `publish` to `hide` seconds from now. */
async function plan(publish: number, hide: number | null): Promise<number> {
  const [row] = await query(
    databaseUrl(dataDir),
    `insert into public.jobs (title, slug, plan) values ('At Midnight', '${slug}', jsonb_build_object(
       'state', 'scheduled', 'publish_at', now() + ${publish} * interval '1 second',
       'hide_at', now() + ${hide} * interval '1 second'
     )) returning extract(epoch from now() + ${publish} * interval '1 second')::float8 as due`,
  )
  return Number(row?.['due'])
}

/** @returns seconds after the time of the plan at which the row was changed */
async function lateness(due: number): Promise<number> {
  const [row] = await query(
    databaseUrl(dataDir),
    `select extract(epoch from updated_at)::float8 as at from public.jobs`,
  )
  return Number(row?.['at']) - due
}

test('a scheduled notice appears everywhere within ten seconds of its time, and disappears again', async () => {
  expect(await shown()).toEqual([])
  const due = await plan(15, 60)
  expect(await shown()).toEqual([])
  await expect.poll(shown, { timeout: 60_000, interval: 250 }).toEqual(places)
  expect(await lateness(due)).toBeGreaterThanOrEqual(0)
  expect(await lateness(due)).toBeLessThan(10)
  const [row] = await query(databaseUrl(dataDir), 'select extract(epoch from posted_at)::float8 as at from public.jobs')
  expect(Math.abs(Number(row?.['at']) - due)).toBeLessThan(60)

  await query(databaseUrl(dataDir), `update public.notice_plans set hide_at = now()`)
  await expect.poll(shown, { timeout: 60_000, interval: 250 }).toEqual([])
  expect((await fetch(`${server.url}/jobs/${slug}`)).status).toBe(404)
})

test('what was due while no server ran is done after the next start', async () => {
  await query(databaseUrl(dataDir), 'delete from public.jobs')
  await expect.poll(shown, { timeout: 60_000 }).toEqual([])
  await plan(5, 3600)
  await server.stop()
  const due = Date.now() + 5_000
  await expect.poll(() => Date.now() > due, { timeout: 60_000, interval: 250 }).toBe(true)
  server = await startServer(dataDir, { env: { SAMPLE_DATA: 'off' } })
  const started = Date.now()
  await expect.poll(shown, { timeout: 60_000, interval: 250 }).toEqual(places)
  expect(Date.now() - started).toBeLessThan(30_000)
})

test('a preview shows a draft to who has its address, and nothing stores or indexes it', async () => {
  const token = 'a'.repeat(32)
  await query(
    databaseUrl(dataDir),
    `with draft as (
       insert into public.jobs (title, slug, plan) values ('Not Yet Public', 'not-yet-public', '{"state": "draft"}') returning id
     )
     insert into public.notice_previews (content_table, record_id, token_hash)
       select 'jobs', id, sha256('${token}') from draft`,
  )
  const response = await fetch(`${server.url}/preview/${token}`)
  const html = await response.text()
  expect([response.status, html]).toEqual([200, expect.stringContaining('Not Yet Public')])
  expect(html).toContain('Preview, not published.')
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).not.toMatch(/rel="canonical"|application\/ld\+json/)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': expect.stringContaining('no-store'),
    'referrer-policy': 'no-referrer',
  })
  expect((await fetch(`${server.url}/jobs/not-yet-public`)).status).toBe(404)

  await query(databaseUrl(dataDir), `update public.notice_previews set expires_at = now() - interval '1 second'`)
  const [expired, unknown] = await Promise.all(
    [token, 'b'.repeat(32)].map((each) => fetch(`${server.url}/preview/${each}`)),
  )
  expect([expired?.status, unknown?.status]).toEqual([404, 404])
  expect(await expired?.text()).toBe(await unknown?.text())

  await query(
    databaseUrl(dataDir),
    `update public.notice_previews set expires_at = now() + interval '1 day';
     update public.jobs set plan = '{"state": "published"}' where slug = 'not-yet-public'`,
  )
  const moved = await fetch(`${server.url}/preview/${token}`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/jobs/not-yet-public'])
  expect(moved.headers.get('cache-control')).toContain('no-store')
})
