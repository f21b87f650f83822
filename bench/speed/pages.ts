import { readFileSync } from 'node:fs'
import type { RunningServer } from '#bench/running-server.ts'

/** A request that is measured. */
export interface Page {
  name: string
  path: string
  headers?: Record<string, string>
}

/** A page of each type, and a read of a table as the official client sends it. */
export async function pagesOf(server: RunningServer): Promise<Page[]> {
  const list = await (await fetch(`${server.url}/jobs`)).text()
  const detail = /href="(\/jobs\/[a-z0-9-]+)"/.exec(list)?.[1] ?? '/jobs'
  const secrets = JSON.parse(readFileSync(`${server.dataDir}/secrets.json`, 'utf8')) as { publishableKey: string }
  return [
    { name: 'home', path: '/' },
    { name: 'list', path: '/jobs' },
    { name: 'detail', path: detail },
    { name: 'search', path: '/search' },
    {
      name: 'table',
      path: '/rest/v1/jobs?select=id,title,slug,status,posted_at&order=posted_at.desc&limit=25',
      headers: { apikey: secrets.publishableKey },
    },
  ]
}

/** A search for a text is never cached. */
export const SEARCH: Page = { name: 'search', path: '/search?q=recruitment' }
