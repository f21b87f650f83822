import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { hashSync } from 'bcryptjs'
import type postgres from 'postgres'
import { vi } from 'vitest'
import { openBackend, type Backend } from '#backend/open-backend.ts'
import type { MailSettings } from '#backend/mail/mailer.ts'
import type { LinkSettings } from '#backend/links/links.ts'
import type { PopularCalls } from '#backend/popular-answers/popular-calls.ts'
import type { PushSettings } from '#backend/push/send-message.ts'
import type { Outbox } from '#backend/outbox/outbox.ts'
import type { FileStore } from '#backend/storage/file-store.ts'
import { folderStore } from '#backend/storage/folder-store.ts'
import { followNotification } from '#domain/push/follow-notification.ts'
import { createPushFunction } from '#supabase/functions/push-notifications/handler.ts'
import { afterwards, keys, siteUrl, vapid, type TestDatabase } from './test-database.ts'

export interface RunningBackend {
  readonly sql: postgres.Sql
  readonly backend: Backend
  /** Stops the server as a signal does; otherwise it stops after the test, or the test file. */
  stop: () => Promise<void>
  /** Waits until the server has processed every committed change. */
  settled: () => Promise<void>
  /** http://127.0.0.1:PORT */
  readonly url: string
  /** The official client with a key: the publishable key unless given. */
  client: (key?: string, headers?: Record<string, string>) => SupabaseClient
}

export const admin = { email: 'editor@example.org', password: 'a long password for tests' }

/** What the server of the product passes for notifications. */
export const notifications = { createPushFunction, followNotification }

/** Compared in a millisecond: tests sign in hundreds of times, and the product's own hash takes 60 to compare. */
const quickHash = hashSync(admin.password, 4)

interface LaunchOptions {
  /** Storage of uploaded files; a temporary folder by default. */
  store?: FileStore
  logFailure?: (what: string, error: unknown) => void
  socketsPerAddress?: number
  /** 0 for any free port. */
  port?: number
  contactInbox?: 'on' | 'off'
  requireSecondFactor?: 'none' | 'admin' | 'staff'
  mail?: MailSettings
  push?: Partial<PushSettings>
  links?: LinkSettings
  popularCalls?: PopularCalls
}

/** Runs the backend on a free port, with a database of the test or of its file. */
export async function runBackend(
  { sql, url: databaseUrl }: TestDatabase,
  launchOptions: LaunchOptions = {},
): Promise<RunningBackend> {
  const { store = folderStore(newFolder()), logFailure = () => {}, port = 0 } = launchOptions
  const { socketsPerAddress = 100, contactInbox = 'off' } = launchOptions
  const quiet = { onAdminCreated: () => {}, report: () => {}, logFailure }
  const options = {
    databaseUrl,
    keys,
    siteUrl,
    admin,
    sessions: { idleDays: 7, days: 30 },
    store,
    socketsPerAddress,
    siteName: 'Suchana',
    contactInbox,
    requireSecondFactor: launchOptions.requireSecondFactor ?? 'none',
    mail: launchOptions.mail,
    ...(launchOptions.links && { links: launchOptions.links }),
    ...(launchOptions.popularCalls && { popularCalls: launchOptions.popularCalls }),
    ...notifications,
    push: { vapid, endpointHosts: ['localhost', 'fcm.googleapis.com'], ...launchOptions.push },
  } as const
  const backend = await openBackend({ ...options, ...quiet })
  await sql`update auth.users set encrypted_password = ${quickHash} where email = ${admin.email} and last_sign_in_at is null`
  const handle = getRequestListener((request) => backend.fetch(request, request.headers.get('x-client') ?? undefined))
  const listener = createServer((request, response) => void handle(request, response))
  listener.on('upgrade', (request, stream, head) =>
    backend.realtime.upgrade(request, stream, {
      head,
      address: String(request.headers['x-client'] ?? 'test'),
      headers: {},
    }),
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
  afterwards(stopOnce)
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const auth = { persistSession: false, autoRefreshToken: false }
  return {
    sql,
    url,
    backend,
    stop: stopOnce,
    settled: () => settled(sql, backend.outbox),
    client: (key = keys.publishableKey, headers = {}) => createClient(url, key, { auth, global: { headers } }),
  }
}

/** Waits until an outbox has delivered everything that was committed. */
export async function settled(sql: postgres.Sql, outbox: Outbox): Promise<void> {
  const slug = randomUUID()
  let isReceived = false
  const stop = outbox.subscribe({
    onChanges: (changes) => (isReceived ||= changes.some(({ record }) => record?.includes(slug))),
    onGap: () => {},
  })
  await sql`insert into recruitments (title, slug) values ('Marker', ${slug})`
  await vi.waitUntil(() => isReceived, { timeout: 60_000, interval: 5 })
  stop()
}

/** An empty folder; it is deleted after the test, or the test file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'suchana-files-'))
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
