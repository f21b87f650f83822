import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUrl, generatedKeys, query, type Server } from './server.ts'

/** Writes organizations until the server is gone. @param acknowledged receives the slugs of acknowledged writes */
export async function writeUntilGone(server: Server, writer: number, acknowledged: string[]): Promise<void> {
  const apikey = generatedKeys(server.dataDir).secretKey
  for (let row = 0; ; row++) {
    const slug = `written-${server.pid}-${writer}-${row}`
    const response = await fetch(`${server.url}/rest/v1/organizations`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', prefer: 'return=minimal' },
      body: JSON.stringify({ name: slug, slug }),
    }).catch(() => undefined)
    if (!response) return
    if (response.status === 201) acknowledged.push(slug)
    else await sleep(10)
  }
}

/** @returns the slugs of acknowledged writes that are not in the database */
export async function lostOf(dataDir: string, acknowledged: string[]): Promise<string[]> {
  const rows = await query(databaseUrl(dataDir), 'select slug from public.organizations')
  const stored = new Set(rows.map(({ slug }) => slug))
  return acknowledged.filter((slug) => !stored.has(slug))
}
