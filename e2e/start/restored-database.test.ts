import { execFileSync } from 'node:child_process'
import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preparedFolder } from './prepared-folder.ts'
import { freePort } from '#test/free-port.ts'
import { cleanUp, databaseUrl, generatedKeys, newFolder, query, startServer, type Server } from './server.ts'
import { openProxy, startBeside } from './several-servers.ts'

/** A portal whose embedded database is, for the servers beside it, the PostgreSQL of an operator. */
let portal: Server
beforeAll(async () => {
  portal = await startServer(preparedFolder('no notices'), { env: { SAMPLE_DATA: 'off' } })
})
afterAll(cleanUp)

const asSuperuser = (statement: string) => query(databaseUrl(portal.dataDir, 'postgres'), statement)

/** The database of a stopped server, with a notice. */
const copy = 'saved'
beforeAll(async () => {
  await asSuperuser(`create database ${copy}`)
  const url = databaseUrl(portal.dataDir, copy)
  const first = await startBeside(portal, url)
  await query(url, "insert into jobs (title, slug) values ('As saved', 'notice')")
  await first.stop()
})

/** A server on a copy of that database, in which the notice was corrected. */
async function startOnCopy(name: string): Promise<{ server: Server; url: string }> {
  const url = databaseUrl(portal.dataDir, name)
  await asSuperuser(`create database ${name} template ${copy}`)
  await query(url, "update jobs set title = 'Corrected later'")
  return { server: await startBeside(portal, url), url }
}

interface Page {
  /** Events that its channel got. */
  events: string[]
  /** Titles of the notices in the changes that it got. */
  titles: string[]
  close: () => void
}

/** Joins a channel as an open page does. */
async function openPage({ url }: Server): Promise<Page> {
  const { publishableKey } = generatedKeys(portal.dataDir)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`)
  const page: Page = { events: [], titles: [], close: () => socket.close() }
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('There is no socket')))
    socket.addEventListener('open', () => {
      const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'jobs' }] }
      socket.send(JSON.stringify(['1', '1', 'realtime:jobs', 'phx_join', { config }]))
    })
    socket.addEventListener('message', ({ data }) => {
      const [, , , event, payload] = JSON.parse(String(data))
      page.events.push(event)
      if (event === 'postgres_changes') page.titles.push(payload.data.record.title)
      if (event === 'system') resolve()
    })
  })
  return page
}

const pageOf = async ({ url }: Server, path = '/jobs') => (await fetch(url + path)).text()

describe('a database that is restored while a server runs', () => {
  test('a database that was dropped and created from a copy is noticed: pages are read again, open pages join again', async () => {
    const { server, url } = await startOnCopy('dropped')
    for (const path of ['/jobs', '/jobs/notice']) expect(await pageOf(server, path)).toContain('Corrected later')
    const page = await openPage(server)
    await asSuperuser('drop database dropped with (force)')
    await asSuperuser(`create database dropped template ${copy}`)
    // No page is requested until the server is back, as a request meanwhile would render it again.
    await expect.poll(() => page.events.at(-1)).toBe('phx_error')
    for (const path of ['/jobs', '/jobs/notice']) {
      await expect.poll(() => pageOf(server, path)).toContain('As saved')
      expect(await pageOf(server, path)).not.toContain('Corrected later')
    }
    page.close()
    const next = await openPage(server)
    await query(url, "update jobs set title = 'Corrected again'")
    await expect.poll(() => next.events).toEqual(['phx_reply', 'system', 'postgres_changes'])
    await expect.poll(() => pageOf(server)).toContain('Corrected again')
    next.close()
    await server.stop()
  })

  test('rows and triggers that a dump creates again in the same database are noticed', async () => {
    const { server, url } = await startOnCopy('overwritten')
    expect(await pageOf(server)).toContain('Corrected later')
    const page = await openPage(server)
    // What a dump does: rows without triggers, then the triggers.
    await query(url, 'drop trigger record_updates on jobs')
    await query(url, "update jobs set title = 'As saved'")
    await query(url, "select outbox.record_table('jobs')")
    await expect.poll(() => pageOf(server)).toContain('As saved')
    await expect.poll(() => page.events).toContain('phx_error')
    page.close()
    await server.stop()
  })

  test('files of the cluster that are put back as they were are noticed, however much was written since', async () => {
    const target = { ...portal, url: databaseUrl(portal.dataDir) }
    const proxy = await openProxy([target])
    const behindProxy = Object.assign(new URL(target.url), { host: new URL(proxy.url).host }).href
    const server = await startBeside(portal, behindProxy)
    const restartPortal = async (whileStopped: (folder: string) => void, beforeOthersAreBack = async () => {}) => {
      await portal.stop()
      // Nothing listens there: the other server is away until the end.
      target.url = `http://127.0.0.1:${await freePort()}`
      whileStopped(realpathSync(join(portal.dataDir, 'postgres')))
      portal = await startServer(portal.dataDir, { env: { SAMPLE_DATA: 'off' } })
      await beforeOthersAreBack()
      target.url = databaseUrl(portal.dataDir)
    }
    const saved = join(newFolder(), 'saved')
    const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to])
    await query(target.url, "insert into jobs (title, slug) values ('As saved', 'copied')")
    await restartPortal((cluster) => copy(cluster, saved))
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
    const page = await openPage(server)
    await query(target.url, "update jobs set title = 'Corrected later'")
    await expect.poll(() => pageOf(server, '/jobs/copied')).toContain('Corrected later')
    // A page is rendered from the tables, which the server may do before it has read the change. It may also read the
    // insertion only now, when the database stopped too soon after it.
    await expect.poll(() => page.titles).toContain('Corrected later')
    const putBack = (cluster: string) => {
      rmSync(cluster, { recursive: true })
      copy(saved, cluster)
    }
    await restartPortal(putBack, async () => {
      // More transactions than were lost, so that only the missing change tells.
      const many = 'do $$ begin for number in 1..5000 loop perform pg_current_xact_id(); commit; end loop; end $$'
      await query(databaseUrl(portal.dataDir), many)
    })
    await expect.poll(() => page.events.at(-1)).toBe('phx_error')
    await expect.poll(() => pageOf(server, '/jobs/copied')).toContain('As saved')
    page.close()
    await server.stop()
    proxy.close()
  })
})
