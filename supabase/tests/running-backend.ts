import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type postgres from 'postgres'
import { afterAll } from 'vitest'
import { openBackend } from '#backend/open-backend.ts'
import { keys, siteUrl, type TestDatabase } from './test-database.ts'

export interface RunningBackend {
  readonly sql: postgres.Sql
  /** http://127.0.0.1:PORT */
  readonly url: string
  /** The official client, as somebody with the publishable key makes it, or the server with its own key. */
  client: (key?: string) => SupabaseClient
}

export const admin = { email: 'editor@example.org', password: 'a long password for tests' }

/** The contract on a port of its own, over a database of the test file's own. */
export async function runBackend({ sql, url: databaseUrl }: TestDatabase): Promise<RunningBackend> {
  const quiet = { introduceAdmin: () => {}, report: () => {} }
  const backend = await openBackend({ databaseUrl, keys, siteUrl, sampleData: 'off', admin, ...quiet })
  const answer = getRequestListener((request) => backend.fetch(request))
  const listener = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  afterAll(async () => {
    listener.closeAllConnections()
    await new Promise((resolve) => listener.close(resolve))
    await backend.close()
  })
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  return { sql, url, client: (key = keys.publishableKey) => createClient(url, key, options) }
}
