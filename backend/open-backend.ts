import type { Sql } from 'postgres'
import type { FollowNotification } from '#domain/push/followed-event.ts'
import { openAnonymousCalls, type AnonymousCalls, type FunctionAnswer } from './supabase-lite/anonymous-calls.ts'
import { createCallCounts, type CountCall } from './call-counts.ts'
import { guard, isVisitor } from './supabase-lite/guard.ts'
import { prepareDatabase } from './database/prepare-database.ts'
import type { PopularAnswers } from './popular-answers/popular-answers.ts'
import { openPopularCalls, type PopularCallAnswers, type PopularCalls } from './popular-answers/popular-calls.ts'
import type { DeliveryFigures } from './push/delivery.ts'
import { openPush, pushFolder, type CreatePushFunction, type Push } from './push/push.ts'
import type { PushSettings } from './push/send-message.ts'
import { openMailer, type MailSettings } from './mail/mailer.ts'
import { linkFunction, openLinks, type LinkSettings } from './links/links.ts'
import { openOutbox, type Outbox } from './outbox/outbox.ts'
import { openDuePlans } from './due-plans.ts'
import { openRetention } from './retention.ts'
import { openRealtime, type Realtime } from './realtime/realtime.ts'
import { openBackgroundConnections, openServerConnections } from './database/server-connections.ts'
import { openSignIn } from './auth/sign-in.ts'
import type { SessionLifetime } from './auth/sessions.ts'
import { hasSecretKey } from './auth/api-key.ts'
import { refuseToken } from './auth/token.ts'
import { ensureFirstAdmin, type FirstAdmin } from './auth/admins.ts'
import type { FileStore } from './storage/file-store.ts'
import { openStorage } from './storage/storage.ts'
import { createStoreIdentity, type StoreIdentity } from './storage/store-identity.ts'
import { StartupError } from './startup-error.ts'
import { createSupabaseLite, type Keys, type SupabaseLite } from './supabase-lite/supabase-lite.ts'
import { DatabaseError } from './database/database-error.ts'
import { readRelatedTables, type RelatedTables } from './supabase-lite/related-tables.ts'
import { serveAsCurrent } from './supabase-lite/current-request.ts'
import { unknownRelation } from './supabase-lite/unknown-names.ts'
import { createVisitorCalls } from './supabase-lite/visitor-calls.ts'
import { openViewCounts } from './view-counts.ts'

export interface Backend {
  /**
   * Serves /rest/v1, /auth/v1, /storage/v1 and the push function in this process.
   * @param client address or network of the client, for rate limits; undefined for requests of the server itself
   * @param reader address or network of the client for whom the server renders a page
   */
  fetch(request: Request, client?: string, reader?: string): Promise<Response>
  /**
   * Calls a function of the contract as a visitor, for a page that this server renders.
   * @param given arguments by name, as values of JSON
   * @param reader the client for whom the page is rendered
   */
  callFunction(name: string, given: Readonly<Record<string, unknown>>, reader?: string): Promise<FunctionAnswer>
  readonly publishableKey: string
  /** Whether a request has the secret key, with which the server's operator calls. */
  hasSecretKey(headers: Headers): boolean
  /** The key with which browsers subscribe to notifications. */
  readonly vapidPublicKey: string
  readonly countCall: CountCall
  /** Load of this server, for the metrics. */
  figures(): BackendFigures
  /** Every committed change of a recorded table. */
  readonly outbox: Outbox
  /** Serves /realtime/v1/websocket. */
  readonly realtime: Realtime
  /** Delivers notifications; `fetch` serves its calls. */
  readonly push: Pick<Push, 'close'>
  /** Closing it ends the requests that wait for the mail server. */
  readonly mails: { close(): Promise<void> }
  close(): Promise<void>
}

export type { FirstAdmin }

interface BackendFigures {
  /** Calls of the database for visitors so far, and those in flight or waiting. */
  queries: number
  running: number
  /** Calls answered from memory so far, and the answers in memory with their bytes. */
  popular: PopularAnswers['figures']
  /** Open realtime connections. */
  sockets: number
  /** Milliseconds since the last complete read of the outbox. */
  outboxLag: number
  /** Messages that this server has tried to send so far, by outcome. */
  push: DeliveryFigures
}

export interface BackendOptions {
  /** postgres://, PostgreSQL 15 or newer. */
  databaseUrl: string
  keys: Keys
  /** Address that visitors see, without a slash at the end. */
  siteUrl: string
  /** Whether visitors may leave messages. */
  contactInbox: 'on' | 'off'
  /** Name of the site, in mails and authenticator apps. */
  siteName: string
  /** The operator's mail server; without one no mail is sent. */
  mail?: MailSettings | undefined
  /** Who must have a second factor. */
  requireSecondFactor: 'none' | 'admin' | 'staff'
  /** Called once with the migrated database, before there is an admin; no other server prepares it meanwhile. */
  fill?: (sql: Sql) => Promise<void>
  admin: { email: string; password: string | undefined }
  sessions: SessionLifetime
  /** Shows the first admin's password before the account becomes an admin, so that no admin has an unknown password. */
  onAdminCreated: (admin: FirstAdmin) => void
  /** Store of uploaded files. */
  store: FileStore
  /** Whether the store and the database are in one folder, so that no other server has another store. */
  isStoreCertain?: boolean
  /** Web push identity, and the push services that subscriptions may name. */
  push: PushSettings
  /** Reads the calls of the push function, which name topics of notifications. */
  createPushFunction: CreatePushFunction
  /** Puts what happened to something that is followed into words. */
  followNotification: FollowNotification
  /** Whether and when links of notices are checked; off by default. */
  links?: LinkSettings
  /** Calls of which popular answers stay in memory. */
  popularCalls?: PopularCalls
  /** Realtime sockets that one address may open at once. */
  socketsPerAddress: number
  /** Receives one line per step that takes time. */
  report: (line: string) => void
  /** Logs failures of which the client gets only a general message. */
  logFailure: (what: string, error: unknown) => void
}

/**
 * Opens the contract (tables, sign-in, files, realtime, push) on a database: brings its schema up to date, fills it, and makes
 * sure that there is an admin. Source: docs/decisions/001
 * @throws StartupError with one sentence when the database cannot be used
 */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const { databaseUrl, keys, siteUrl, socketsPerAddress, logFailure } = options
  const lite = createSupabaseLite(databaseUrl, keys, options)
  const parts: { close(): Promise<void> }[] = [lite]
  const opened = <T extends { close(): Promise<void> }>(part: T): T => {
    parts.push(part)
    return part
  }
  let realtime: Realtime | null = null
  let push: Push | null = null
  const work: { close(): Promise<void> }[] = []
  const close = async () => {
    // Realtime stores the position up to which it has delivered changes, so it closes before the outbox.
    await realtime?.close()
    await Promise.all([push?.close(), ...work.map((part) => part.close())])
    await Promise.all(parts.map((part) => part.close()))
  }
  try {
    await prepareDatabase(options, lite, (sql) => fillDatabase(sql, options, lite))
    await lite.open()
    const calls = opened(await openAnonymousCalls(databaseUrl, keys.publishableKey))
    const sql = openServerConnections(databaseUrl)
    opened({ close: () => sql.end({ timeout: 5 }) })
    const background = openBackgroundConnections(databaseUrl)
    work.push(openRetention(background, logFailure), openViewCounts(background, logFailure))
    work.push(openDuePlans(background, logFailure))
    // A statement that has not ended by then is rolled back, and begun again by another server or the next start.
    work.push({ close: () => background.end({ timeout: 1 }) })
    const identity = createStoreIdentity(sql, options.store)
    await findFiles(identity, options)
    const storage = opened(openStorage({ sql, background, store: options.store, identity, keys, logFailure }))
    push = openPush({ ...options, sql, background, settings: options.push })
    const deliveries = push.figures
    await sql`select rules.require_second_factor(${options.requireSecondFactor})`
    const { siteName, sessions: lifetime } = options
    const mailer = options.mail ? openMailer(options.mail, siteName) : null
    const settings = options.links ?? { mode: 'off' }
    const links = openLinks({ sql, background, keys, settings, siteUrl, logFailure })
    const signIn = openSignIn({ sql, lite, keys, siteUrl, siteName, mailer, lifetime, logFailure })
    // While the database can be asked: links whose mails were not sent end.
    work.push(links, signIn)
    const outbox = opened(await openOutbox(databaseUrl, logFailure))
    realtime = await openRealtime({ databaseUrl, keys, outbox, socketsPerAddress, logFailure })
    const related = await readRelatedTables(sql)
    const popular = openPopularCalls(options.popularCalls, { sql, outbox })
    const tables = openTables({ lite, calls, popular, related, keys })
    const handle = async (request: Request, client?: string, reader?: string): Promise<Response> => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/storage/v1/')) return storage.handle(request)
      if (pathname.startsWith('/auth/v1/')) return signIn.handle(request, client)
      if (push && pathname.startsWith(pushFolder)) return push.handle(request, client)
      if (pathname === linkFunction) return links.handle(request)
      return tables(request, client, reader)
    }
    const fetch: Backend['fetch'] = async (request, client, reader) =>
      allowEveryOrigin(guard(request, keys) ?? (await handle(request, client, reader).catch(databaseResponse)))
    return {
      publishableKey: keys.publishableKey,
      hasSecretKey: (headers) => hasSecretKey(headers, keys),
      vapidPublicKey: options.push.vapid.publicKey,
      countCall: createCallCounts(sql, keys.jwtSecret),
      figures: () => ({
        ...calls.figures,
        popular: popular.figures,
        sockets: realtime?.sockets ?? 0,
        outboxLag: performance.now() - outbox.readUntil,
        push: deliveries,
      }),
      outbox,
      realtime,
      push,
      mails: { close: signIn.stopWaiting },
      fetch,
      callFunction: async (name, given, reader) =>
        (await calls.call(name, given, popular.rememberFor(reader))) ??
        answerOf(await fetch(functionRequest(name, given, options), undefined, reader)),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface TableParts {
  lite: SupabaseLite
  calls: AnonymousCalls
  popular: PopularCallAnswers
  related: RelatedTables
  keys: Keys
}

/** @returns serves requests below /rest/v1/ that passed the guard */
function openTables({ lite, calls, popular, related, keys }: TableParts) {
  const visitorCalls = createVisitorCalls(related, async (request, { isOutside, address }) => {
    const handled = await calls.handle(request, isOutside, popular.rememberFor(address))
    return handled instanceof Response ? handled : lite.fetch(handled)
  })
  /** What is changed in a table here shows in the next answer, before the outbox reports it. */
  const otherCall = async (request: Request): Promise<Response> => {
    const response = await lite.fetch(request)
    if (response.ok && isTableWrite(request)) popular.clear()
    return response
  }
  return async (request: Request, client?: string, reader?: string): Promise<Response> => {
    const refused = await refuseToken(request, keys.jwtSecret)
    if (refused) return refused
    const unknown = unknownRelation(request, related)
    if (unknown) return unknown.getResponse()
    return serveAsCurrent(request, (current) =>
      isVisitor(current, keys) ? visitorCalls(current, client, reader) : otherCall(current),
    )
  }
}

/** What a client of the contract sends to call a function as a visitor. */
function functionRequest(
  name: string,
  given: Readonly<Record<string, unknown>>,
  { siteUrl, keys }: Pick<BackendOptions, 'siteUrl' | 'keys'>,
): Request {
  return new Request(`${siteUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(given),
  })
}

async function answerOf(response: Response): Promise<FunctionAnswer> {
  return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) }
}

/** Functions are called by POST, also those that only read. */
function isTableWrite({ method, url }: Request): boolean {
  return method !== 'GET' && !new URL(url).pathname.startsWith('/rest/v1/rpc/')
}

async function fillDatabase(sql: Sql, options: BackendOptions, lite: SupabaseLite): Promise<void> {
  await options.fill?.(sql)
  await ensureFirstAdmin(sql, lite, { ...options.admin, introduce: options.onAdminCreated })
}

/** @throws StartupError when uploads of this server would be lost to the others. Source: docs/behaviour/faults.md#one-store-of-files */
async function findFiles(identity: StoreIdentity, { isStoreCertain, logFailure }: BackendOptions): Promise<void> {
  const fail = (what: string) => (error: unknown) => logFailure(what, error)
  const found = await identity.check().catch(fail('The store of uploaded files could not be checked'))
  if (!found || found === 'here') return
  if (found === 'elsewhere' && !isStoreCertain)
    throw new StartupError(
      'The uploaded files of this database are in the storage of another server: give all its servers the same S3_ settings or one shared folder DATA_DIR/uploads; if the files are lost, run "delete from files.store" in the database.',
    )
  logFailure('Uploaded files are missing', 'restore DATA_DIR/uploads, or the bucket, from a backup')
  if (!isStoreCertain) return
  // Pages can be read without the store.
  await identity.takeOver().catch(fail('The store of uploaded files cannot be used'))
}

/** @throws anything but an error of the database */
function databaseResponse(error: unknown): Response {
  const databaseError = DatabaseError.of(error, 'anon')
  if (!databaseError) throw error
  return databaseError.getResponse()
}

/** Lets pages of other sites read the response; none of them can send a visitor's credentials along. */
function allowEveryOrigin(response: Response): Response {
  response.headers.set('access-control-allow-origin', '*')
  return response
}
