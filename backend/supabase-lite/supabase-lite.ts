import { App, RelationNotFoundError, type VarsContext } from '@supabase/lite'
import { PostgresConnection } from '@supabase/lite/postgres'
import { DatabaseError } from '#backend/database/database-error.ts'
import { connecting, connectionSettings, isRequestRole, statementTimeouts } from '#backend/database/request-roles.ts'
import { StartupError, reasonOf } from '#backend/startup-error.ts'
import { isoTimestamp } from '#domain/dates.ts'
import { PASSWORD_MIN } from '#domain/limits.ts'

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
type ContextOptions = Parameters<PostgresConnection['withContext']>[2]

const accessTokenSeconds = 30 * 60
const connectionsPerServer = 6
const maximumRows = 1000

/**
 * Supabase Lite as the REST API and the sign-in of one database. Nothing else in the product knows Lite: its studio,
 * its admin mode, its mails and its sign-up are off. Source: docs/decisions/001
 * @param databaseUrl address of a PostgreSQL, as a user that may switch to the three request roles
 */
export function createSupabaseLite(databaseUrl: string, keys: Keys, site: SiteOptions): SupabaseLite {
  const { siteUrl, contactInbox = 'off' } = site
  const connection = new RequestConnection({
    url: databaseUrl,
    postgresOptions: {
      max: connectionsPerServer,
      ...connecting,
      connection: { ...connectionSettings, 'suchana.contact_inbox': contactInbox },
      types: { timestamptz: { to: 1184, from: [1184], serialize: String, parse: isoTimestamp } },
    },
  })
  const app = createApp(connection, keys, { siteUrl, signUp: false })
  return {
    fetch: (request) => Promise.resolve(app.fetch(request)),
    provision: async () => {
      await app.ensureSystemSchema()
      await checkSignInTables(connection)
    },
    createAccount: (account) => createAccount(createApp(connection, keys, { siteUrl, signUp: true }), keys, account),
    open: async () => {
      await connection.introspect()
    },
    close: () => connection.close(),
  }
}

/** Runs each request in one transaction as the role of its token; Lite itself would grant all rights to every role. */
class RequestConnection extends PostgresConnection {
  override async withContext<T>(
    context: VarsContext | undefined,
    action: (database: Database) => Promise<T>,
    options?: ContextOptions,
  ): Promise<T> {
    if (!context) return super.withContext(context, action, options)
    const { role, settings } = requestSettings(context)
    if (options?.transaction) {
      await execute(options.transaction, settings)
      return action(options.transaction)
    }
    try {
      return await this.kysely.connection().execute((database) =>
        inTransaction(database, {
          begin: `begin${options?.rpc?.readOnly ? ' read only' : ''}; ${settings}`,
          action,
          commit: options?.forceRollback !== true,
        }),
      )
    } catch (error) {
      throw (context['storage'] ? null : DatabaseError.of(error, role)) ?? error
    }
  }

  /** Lite calls this before it logs a database error and responds to it. */
  override normalizeDbError(error: unknown): unknown {
    if (error instanceof DatabaseError) throw error
    if (error instanceof RelationNotFoundError) throw DatabaseError.table(error.message)
    return super.normalizeDbError(error)
  }
}

async function inTransaction<T>(
  database: Database,
  { begin, action, commit }: { begin: string; action: (database: Database) => Promise<T>; commit: boolean },
): Promise<T> {
  try {
    await execute(database, begin)
    const result = await action(database)
    await execute(database, commit ? 'commit' : 'rollback')
    return result
  } catch (error) {
    await execute(database, 'rollback').catch(() => {})
    throw error
  }
}

/** SQL that sets the role, its claims and its limits in one round trip, which can include "begin", and checks the session. */
function requestSettings(context: VarsContext): { role: string; settings: string } {
  const auth = context['auth'] as { role?: string; uid?: string | null; jwt?: object | null } | undefined
  const role = auth?.role ?? 'anon'
  if (!isRequestRole(role)) throw DatabaseError.role(role)
  const local = {
    role: role,
    statement_timeout: statementTimeouts[role],
    'request.jwt.claim.sub': auth?.uid ?? '',
    'request.jwt.claim.role': role,
    'request.jwt.claims': JSON.stringify(auth?.jwt ?? { role }),
  }
  const calls = Object.entries(local).map(([name, value]) => `set_config('${name}', ${literal(value)}, true)`)
  // A session that has ended counts no more, although its token is still valid.
  const session = role === 'authenticated' ? '; select rules.require_session()' : ''
  return { role, settings: `select ${calls.join(', ')}${session}` }
}

/** Text as an SQL literal; the connection has standard_conforming_strings on, where only the quote is special. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
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
      jwt_expiry: accessTokenSeconds,
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
  const [found] = await connection.driver`select to_regclass('auth.users') is not null
    and to_regclass('auth.sessions') is not null as complete`
  if (!found?.['complete'])
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
