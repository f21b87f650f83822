import { App, RelationNotFoundError, type VarsContext } from '@supabase/lite'
import { PostgresConnection } from '@supabase/lite/postgres'
import { ACCESS_TOKEN_SECONDS } from '#domain/staff-limits.ts'
import { DatabaseError } from '#backend/database/database-error.ts'
import type { RequestRole } from '#backend/database/request-roles.ts'
import { StartupError, reasonOf } from '#backend/startup-error.ts'
import { PASSWORD_MIN } from '#domain/limits.ts'
import { currentTable, isHead } from './current-request.ts'
import { readCallArguments } from './call-arguments.ts'
import { exactAnswer, isError } from './exact-answer.ts'
import { serveExactly, type ContractNames } from './exact-request.ts'
import { exactStatements } from './exact-statements.ts'
import { revealingValues } from './hidden-values.ts'
import { limitJsonDepth } from './json-depth.ts'
import { notingLostConnections, reportingLostConnections } from './lost-connections.ts'
import { poolOptions } from './request-pools.ts'
import { readSelfReferences } from './self-references.ts'
import { requestSettings, type RequestUser } from './request-settings.ts'
import { withPastToken } from './token-times.ts'
import { hintingFunction, unknownTable } from './unknown-names.ts'

export interface Keys {
  publishableKey: string
  secretKey: string
  jwtSecret: string
}

interface SiteOptions {
  /** Address that visitors see, without a slash at the end. */
  siteUrl: string
  /** Whether visitors may leave messages. */
  contactInbox?: 'on' | 'off'
}

export interface SupabaseLite {
  /** Serves /rest/v1 and /auth/v1. */
  fetch(request: Request): Promise<Response>
  /** Creates sign-in's own tables where they are missing. */
  provision(): Promise<void>
  /**
   * Creates an account that can sign in at once.
   * @returns its id
   * @throws StartupError when sign-in does not accept the address or password
   */
  createAccount(account: { email: string; password: string }): Promise<string>
  /** Reads the catalogue. It is called after the migrations, since Lite does not know tables that are created later. */
  open(): Promise<void>
  close(): Promise<void>
}

type Database = PostgresConnection['kysely']
/** Changes the statements of Kysely, on which Supabase Lite is built, and their results. */
export type StatementPlugin = Parameters<Database['withPlugin']>[0]
type Parsed = Awaited<ReturnType<PostgresConnection['onPostgrestAST']>>
type Catalogue = Awaited<ReturnType<PostgresConnection['introspect']>>
type ContextOptions = Parameters<PostgresConnection['withContext']>[2]

const maximumRows = 1000
/** Seconds in which requests that are being served may finish when the connections are closed. */
const closeTimeout = 2
/** Every table has it, and it is short. */
const anyColumn = 'ctid'

/**
 * Supabase Lite as the REST API and the sign-in of one database. Nothing else in the product knows Lite: its studio,
 * its admin mode, its mails and its sign-up are off. Source: docs/decisions/001
 * @param databaseUrl address of a PostgreSQL, as a user that may switch to the three request roles
 */
export function createSupabaseLite(databaseUrl: string, keys: Keys, site: SiteOptions): SupabaseLite {
  const { siteUrl, contactInbox = 'off' } = site
  const connection = new RequestConnection(databaseUrl, contactInbox)
  const app = createApp(connection, keys, { siteUrl, signUp: false })
  let catalogue: ContractNames = { functions: new Map(), selfReferences: new Map() }
  return {
    fetch: (request) =>
      reportingLostConnections(request, async () => {
        const limited = await limitJsonDepth(await withPastToken(request, keys.jwtSecret))
        if (limited instanceof Response) return limited
        const response = await serveExactly(limited, catalogue, (exact) => app.fetch(exact))
        return isCall(request) ? hintingFunction(response, await connection.functions()) : response
      }),
    provision: async () => {
      await app.ensureSystemSchema()
      await checkSignInTables(connection)
    },
    createAccount: (account) => createAccount(createApp(connection, keys, { siteUrl, signUp: true }), keys, account),
    open: async () => {
      await connection.introspect()
      const { driver } = connection
      catalogue = { functions: await readCallArguments(driver), selfReferences: await readSelfReferences(driver) }
    },
    close: () => connection.close(),
  }
}

/**
 * Runs each request in one transaction as the role of its token; Lite itself would grant all rights to every role.
 * Visitors, admins with the sign-in, and the secret key have connections of their own, so that none of them can keep
 * the others waiting. Source: docs/decisions/030
 */
class RequestConnection extends PostgresConnection {
  #contract: { found: Catalogue; tables: Catalogue } | null = null
  readonly #others: Record<Exclude<RequestRole, 'authenticated'>, PostgresConnection>

  constructor(databaseUrl: string, contactInbox: 'on' | 'off') {
    const settings = { 'suchana.contact_inbox': contactInbox }
    const options = (role: RequestRole) => ({ url: databaseUrl, postgresOptions: poolOptions(role, settings) })
    super(options('authenticated'))
    this.#others = {
      anon: new PostgresConnection(options('anon')),
      service_role: new PostgresConnection(options('service_role')),
    }
    for (const { driver } of [this, ...Object.values(this.#others)]) {
      notingLostConnections(driver)
      revealingValues(driver)
    }
  }

  override async withContext<T>(
    context: VarsContext | undefined,
    action: (database: Database) => Promise<T>,
    options?: ContextOptions,
  ): Promise<T> {
    if (!context) return super.withContext(context, action, options)
    const { role, settings } = requestSettings(context['auth'] as RequestUser | undefined)
    if (options?.transaction) {
      await execute(options.transaction, settings)
      return action(options.transaction)
    }
    try {
      const { kysely } = role === 'authenticated' ? this : this.#others[role]
      return await kysely.connection().execute((database) =>
        inTransaction(database, {
          begin: `begin${options?.rpc?.readOnly ? ' read only' : ''}; ${settings}`,
          action: async (transaction) =>
            (await exactAnswer(await action(transaction.withPlugin(exactStatements())))) as T,
          commit: options?.forceRollback !== true,
        }),
      )
    } catch (error) {
      throw (context['storage'] ? null : DatabaseError.of(error, role)?.inTable(currentTable())) ?? error
    }
  }

  /** Lite finds tables by their bare names, and would take a table of another schema for one of the contract. */
  override async introspect(options?: { useCache?: boolean }): ReturnType<PostgresConnection['introspect']> {
    const found = await super.introspect(options)
    if (!options?.useCache) return found
    const known = this.#contract?.found === found ? this.#contract : { found, tables: ofContract(found) }
    this.#contract = known
    return known.tables
  }

  /** Lite would wait without end: the driver never ends a connection that a request holds at that moment. */
  override async close(): Promise<void> {
    await Promise.all([this, ...Object.values(this.#others)].map(({ driver }) => driver.end({ timeout: closeTimeout })))
  }

  async functions() {
    const { functions = [] } = await this.introspect({ useCache: true })
    return functions.filter(({ schema }) => schema === 'public')
  }

  /** Lite calls this before it logs a database error and responds to it. */
  override normalizeDbError(error: unknown): unknown {
    if (error instanceof DatabaseError) throw error
    return super.normalizeDbError(error)
  }

  /** Lite calls this with a parsed request, before its statement is made. */
  override async onPostgrestAST(...request: Parameters<PostgresConnection['onPostgrestAST']>) {
    try {
      const parsed = await super.onPostgrestAST(...request)
      return isHead() && isWhole(parsed) ? { ...parsed, select: [anyColumn] } : parsed
    } catch (error) {
      if (!(error instanceof RelationNotFoundError)) throw error
      const { tables } = await this.introspect({ useCache: true })
      throw unknownTable(
        error,
        tables.filter(({ schema }) => schema === 'public').map(({ name }) => name),
      )
    }
  }
}

/** Rows with all columns: those of HEAD are only counted, and may be too large to be read for that. */
function isWhole({ type, select }: Parsed): boolean {
  const [first, ...others] = select ?? ['*']
  return type === 'query' && first === '*' && others.length === 0
}

function isCall({ url }: Request): boolean {
  return new URL(url).pathname.startsWith('/rest/v1/rpc/')
}

/** @returns what is in the schema of the contract, of everything that has a schema */
function ofContract(catalogue: Catalogue): Catalogue {
  const isOutside = (item: object) =>
    ('schema' in item && item.schema !== 'public') || ('ref_schema' in item && item.ref_schema !== 'public')
  const lists = Object.entries(catalogue).map(([name, list]: [string, unknown]) => [
    name,
    Array.isArray(list) ? list.filter((item: unknown) => !(item instanceof Object && isOutside(item))) : list,
  ])
  return Object.fromEntries(lists) as Catalogue
}

async function inTransaction<T>(
  database: Database,
  { begin, action, commit }: { begin: string; action: (database: Database) => Promise<T>; commit: boolean },
): Promise<T> {
  try {
    await execute(database, begin)
    const result = await action(database)
    await execute(database, commit && !(await isError(result)) ? 'commit' : 'rollback')
    return result
  } catch (error) {
    await execute(database, 'rollback').catch(() => {})
    throw error
  }
}

function execute(database: Database, sql: string): Promise<unknown> {
  return database.executeQuery({ sql, parameters: [], query: rawQuery(sql), queryId: { queryId: 'request-settings' } })
}

function rawQuery(sql: string) {
  return { kind: 'RawNode', sqlFragments: [sql], parameters: [] } as const
}

function createApp(
  connection: RequestConnection,
  keys: Keys,
  { siteUrl, signUp }: { siteUrl: string; signUp: boolean },
) {
  return new App({
    connection,
    api: { enabled: true, schemas: ['public'], max_rows: maximumRows, pg_safe_update: true },
    auth: {
      enabled: true,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      jwt_secret: keys.jwtSecret,
      jwt_expiry: ACCESS_TOKEN_SECONDS,
      site_url: siteUrl,
      additional_redirect_urls: [],
      enable_signup: signUp,
      email: { enable_signup: signUp, enable_confirmations: false },
      minimum_password_length: PASSWORD_MIN,
    },
    storage: { enabled: false },
    studio: { enabled: false },
    db: { migrations: { enabled: false } },
    options: {
      server: { admin: false, disableStudio: true },
      drivers: { email: { send: async () => {} } },
    },
  })
}

async function checkSignInTables(connection: RequestConnection): Promise<void> {
  const [found] = await connection.driver<{ complete: boolean }[]>`select to_regclass('auth.users') is not null
    and to_regclass('auth.sessions') is not null as complete`
  if (!found?.complete)
    throw new StartupError('The database user may not create the tables of the sign-in (schema auth).')
}

async function createAccount(
  app: ReturnType<typeof createApp>,
  keys: Keys,
  account: { email: string; password: string },
): Promise<string> {
  const response = await app.fetch(
    new Request('http://localhost/auth/v1/signup', {
      method: 'POST',
      headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(account),
    }),
  )
  const result = (await response.json()) as { user?: { id: string }; msg?: string }
  if (!response.ok || !result.user)
    throw new StartupError(
      `The account ${account.email} cannot be created (${reasonOf(result.msg)}): choose another address or password.`,
    )
  await app.connection.driver`delete from auth.sessions where user_id = ${result.user.id}`
  return result.user.id
}
