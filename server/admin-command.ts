import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { reachEmbeddedDatabase } from '#backend/embedded-database/reach.ts'
import { onPreparedDatabase, type OwnerConnections } from '#backend/database/prepare-database.ts'
import {
  addAdmin,
  changePassword,
  generatePassword,
  listAdmins,
  removeAdmin,
  removeSecondFactor,
} from '#backend/auth/admins.ts'
import { StartupError } from '#backend/startup-error.ts'
import { createSupabaseLite, type SupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'
import { askPassword } from './ask-password.ts'
import { readConfig, type Config } from './config.ts'
import { databaseFailure } from './database-failure.ts'
import { openSecrets } from './secrets.ts'
import * as settingTypes from './setting-types.ts'

const usage = `Manages the accounts that may sign in to the admin, whether or not the server is running.

  npm run admin -- add EMAIL              creates the account of an admin
  npm run admin -- remove EMAIL           removes the account and ends its sessions; --force removes even the last one
  npm run admin -- password EMAIL         sets a new password and ends all sessions of the account
  npm run admin -- factor EMAIL           removes the second factor and the recovery codes, after a phone was lost
  npm run admin -- list                   lists the staff accounts

The password is read from the terminal or from standard input. When it is empty, a password is generated and shown.
DATA_DIR or DATABASE_URL select the portal, as for npm start, which has to have created it.`

/** The arguments are invalid. */
class WrongUsage extends Error {}

type Action = (sql: OwnerConnections, lite: SupabaseLite) => Promise<string>

/**
 * Aborts on a signal the question for a password, the start of the embedded database, and the wait for another command or a start that prepares the database.
 * Short operations finish, and the database is always stopped.
 */
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

/** Exit codes: 0 success, 1 error with one sentence, 2 invalid arguments, 130 stopped by a signal. */
try {
  const action = await readCommand(process.argv.slice(2))
  console.log(action ? await onPortal(readConfig(process.env), action) : usage)
} catch (error) {
  const isExpected = error instanceof StartupError || error instanceof WrongUsage
  const isStopped = stopping.signal.aborted
  console.error(isExpected ? error.message : isStopped ? 'Stopped: nothing was changed.' : error)
  process.exitCode = isStopped ? 130 : error instanceof WrongUsage ? 2 : 1
}
// A connection that was closed stays half open, and keeps the process alive, until PostgreSQL ends the statement of it.
process.exit()

/** Validates all arguments before the database is opened. */
async function readCommand(args: string[]): Promise<Action | null> {
  const { values, positionals } = parse(args)
  const [name, address, ...rest] = positionals
  if (values.help || name === undefined) return null
  if (name === 'list' && address === undefined) return async (sql) => (await listAdmins(sql)).join('\n')
  if (!['add', 'remove', 'password', 'factor'].includes(name) || rest.length > 0 || address === undefined)
    throw new WrongUsage(usage)
  const email = checked(settingTypes.emailAddress, address, `"${address}" is not an e-mail address.`).toLowerCase()
  if (name === 'remove') return remove(email, values.force)
  if (values.force) throw new WrongUsage(usage)
  if (name === 'factor') return removeFactor(email)
  const typed = await askPassword(`Password for ${email} (empty: generate one): `, stopping.signal)
  const password =
    typed === ''
      ? generatePassword()
      : checked(settingTypes.password, typed, `A password is ${settingTypes.passwordRule}.`)
  const shown = typed === '' ? `\n  password  ${password}\nThis password is shown only once: store it safely.` : ''
  return name === 'add' ? add({ email, password }, shown) : change({ email, password }, shown)
}

function parse(args: string[]) {
  try {
    const options = { force: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } as const
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    throw new WrongUsage(usage)
  }
}

function checked(kind: z.ZodType<string>, text: string, message: string): string {
  const { data } = kind.safeParse(text)
  if (data === undefined) throw new StartupError(message)
  return data
}

function add(account: { email: string; password: string }, shown: string): Action {
  return async (sql, lite) => {
    const done = await addAdmin(sql, lite, account)
    return {
      created: `${account.email} is on the staff now.${shown}`,
      promoted: `${account.email} is on the staff now, with the password that the account had.`,
      nothing: `${account.email} is on the staff already: nothing was changed, the password neither.`,
    }[done]
  }
}

function remove(email: string, evenTheLast: boolean): Action {
  return async (sql) => {
    await removeAdmin(sql, email, { evenTheLast })
    const isEmpty = (await listAdmins(sql)).length === 0
    const next = isEmpty ? ' Nobody is left: the next start creates the account of ADMIN_EMAIL.' : ''
    return `${email} is not on the staff any more, and signed out everywhere.${next}`
  }
}

function removeFactor(email: string): Action {
  return async (sql) =>
    (await removeSecondFactor(sql, email))
      ? `${email} has no second factor any more, and signs in with the password alone.`
      : `${email} has no second factor: nothing was changed.`
}

function change(account: { email: string; password: string }, shown: string): Action {
  return async (sql) => {
    await changePassword(sql, account)
    return `${account.email} has a new password, and is signed out everywhere.${shown}`
  }
}

async function onPortal(config: Config, action: Action): Promise<string> {
  try {
    return await onDatabase(config, action)
  } catch (error) {
    throw stopping.signal.aborted ? error : databaseFailure(error, config, 'the command was not completed')
  }
}

async function onDatabase(config: Config, action: Action): Promise<string> {
  if (config.databaseUrl) return onAddress(config, config.databaseUrl, action)
  const database = await reachEmbeddedDatabase({ dataDir: config.dataDir, signal: stopping.signal })
  try {
    return await onAddress(config, database.url, action)
  } finally {
    await database.close()
  }
}

async function onAddress(config: Config, databaseUrl: string, action: Action): Promise<string> {
  const { publishableKey, secretKey, jwtSecret } = openSecrets(config)
  const lite = createSupabaseLite(databaseUrl, { publishableKey, secretKey, jwtSecret }, config)
  try {
    return await onPreparedDatabase(databaseUrl, (sql) => action(sql, lite), stopping.signal)
  } finally {
    await lite.close()
  }
}
