import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBothRenderings } from '#test/both-renderings.ts'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, startServer, type Server } from './server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer(preparedFolder(), { env: { RENDER_THREADS: '1' } })
})
afterAll(cleanUp)

async function locations(path: string): Promise<string[]> {
  const text = await (await fetch(server.url + path)).text()
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address.replace(server.url, ''))
}

/** Pages of one folder that are compared. */
const OF_A_FOLDER = 4

test('pages of every kind are the same from a thread as from the main thread: status, headers, tags and bytes', async () => {
  const { publishableKey } = JSON.parse(readFileSync(`${server.dataDir}/secrets.json`, 'utf8')) as {
    publishableKey: string
  }
  const renderings = await openBothRenderings({ url: server.url, publishableKey })
  const first = await locations('/sitemap.xml')
  const parts = await Promise.all(first.filter((path) => path.startsWith('/sitemaps/')).map(locations))
  const listed = parts.length > 0 ? parts.flat() : first
  expect(listed.length).toBeGreaterThan(190)
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
  const inFolders = Object.groupBy(listed, folderOf)
  const paths = [
    ...Object.entries(inFolders).flatMap(([folder, found = []]) => (folder ? found.slice(0, OF_A_FOLDER) : found)),
    '/404',
    '/404/record',
    '/410/record',
    '/jobs/no-such-notice',
    '/admit-cards',
    '/search?q=ssc',
    '/search?q=delhi+polise',
    '/jobs?state=goa',
  ]
  try {
    for (const path of paths) {
      const { mainThread, thread } = await renderings.render(path)
      expect({ path, ...thread }).toEqual({ path, ...mainThread })
    }
  } finally {
    await renderings.close()
  }
  expect(renderings.failures).toEqual([])
})
