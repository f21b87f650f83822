import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type postgres from 'postgres'
import { afterAll, vi } from 'vitest'
import { openBackend, type Backend } from '#backend/open-backend.ts'
import type { PushSettings } from '#backend/push/send-message.ts'
import type { Outbox } from '#backend/realtime/outbox.ts'
import type { FileStore } from '#backend/storage/file-store.ts'
import { folderStore } from '#backend/storage/folder-store.ts'
import { keys, siteUrl, vapid, type TestDatabase } from './test-database.ts'

export interface RunningBackend {
  readonly sql: postgres.Sql
  readonly backend: Backend
  /** As a signal would; otherwise it stops when the test file is done. */
  stop: () => Promise<void>
  /** Waits until the server knows of everything that was committed. */
  settled: () => Promise<void>
  /** http://127.0.0.1:PORT */
  readonly url: string
  /** The official client, as somebody with the publishable key makes it, or the server with its own key. */
  client: (key?: string, headers?: Record<string, string>) => SupabaseClient
}

export const admin = { email: 'editor@example.org', password: 'a long password for tests' }

interface LaunchOptions {
  /** Where uploaded files go; a folder of the test file's own by default. */
  store?: FileStore
  logFailure?: (what: string, error: unknown) => void
  socketsPerAddress?: number
  /** 0 for any. */
  port?: number
  contactInbox?: 'on' | 'off'
  push?: Partial<PushSettings>
}

/** The contract on a port of its own, over a database of the test file's own. */
export async function runBackend(
  { sql, url: databaseUrl }: TestDatabase,
  circumstances: LaunchOptions = {},
): Promise<RunningBackend> {
  const { store = folderStore(newFolder()), logFailure = () => {}, port = 0 } = circumstances
  const { socketsPerAddress = 100, contactInbox = 'off' } = circumstances
  const quiet = { introduceAdmin: () => {}, report: () => {}, logFailure }
  const options = {
    databaseUrl,
    keys,
    siteUrl,
    sampleData: 'off',
    admin,
    store,
    socketsPerAddress,
    contactInbox,
    push: { vapid, endpointHosts: ['localhost', 'fcm.googleapis.com'], ...circumstances.push },
  } as const
  const backend = await openBackend({ ...options, ...quiet })
  const answer = getRequestListener((request) => backend.fetch(request, request.headers.get('x-client') ?? undefined))
  const listener = createServer((request, response) => void answer(request, response))
  listener.on('upgrade', (request, stream, head) =>
    backend.realtime.upgrade(request, stream, { head, address: 'test' }),
  )
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve))
  let stopping: Promise<void> | null = null
  const stop = async () => {
    await backend.realtime.close()
    listener.closeAllConnections()
    await new Promise((resolve) => listener.close(resolve))
    await backend.close()
  }
  const stopOnce = () => (stopping ??= stop())
  afterAll(stopOnce)
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const auth = { persistSession: false, autoRefreshToken: false }
  return {
    sql,
    url,
    backend,
    stop: stopOnce,
    settled: () => settled(sql, backend.feed),
    client: (key = keys.publishableKey, headers = {}) => createClient(url, key, { auth, global: { headers } }),
  }
}

/** Waits until a feed has told of everything that was committed. */
export async function settled(sql: postgres.Sql, feed: Outbox): Promise<void> {
  const slug = randomUUID()
  let isHeard = false
  const stop = feed.listen({
    changed: (changes) => (isHeard ||= changes.some(({ record }) => record?.includes(slug))),
    lost: () => {},
  })
  await sql`insert into recruitments (title, slug) values ('Marker', ${slug})`
  await vi.waitUntil(() => isHeard, { timeout: 25_000, interval: 5 })
  stop()
}

/** An empty folder, gone when the test file is done. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'suchana-files-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
