import { existsSync, rmSync } from 'node:fs'
import { chmod, copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { reachEmbeddedDatabase } from '#backend/embedded-database/reach.ts'
import { startEmbeddedDatabase } from '#backend/embedded-database/start.ts'
import { StartupError } from '#backend/startup-error.ts'
import { createSupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'
import { backUp, readManifest, restore } from '#backend/backup/backup.ts'
import { readConfig, type Config } from './config.ts'
import { databaseFailure } from './database-failure.ts'
import { openFileStore } from './file-store.ts'
import { openSecrets } from './secrets.ts'

const usage = `Saves the whole portal, and restores it: database, uploaded files and generated keys.

  npm run backup -- [FOLDER]      saves into a new folder, while the server runs or not; ./backup-<time> by default
  npm run restore -- FOLDER       restores into a portal that was never started

DATA_DIR, DATABASE_URL and the S3_ settings select the portal, as for npm start. A backup contains the keys and the
hashes of passwords: store it as safely as the portal itself.`

const NOTHING_SAVED = 'nothing was saved'
const NOTHING_RESTORED = 'nothing was restored'

/** The arguments are invalid. */
class WrongUsage extends Error {}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

/** Exit codes: 0 success, 1 error with one sentence, 2 invalid arguments, 130 stopped by a signal. */
try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  const isExpected = error instanceof StartupError || error instanceof WrongUsage
  const isStopped = stopping.signal.aborted
  console.error(isExpected ? error.message : isStopped ? stoppedSentence(process.argv[2]) : error)
  process.exitCode = isStopped ? 130 : error instanceof WrongUsage ? 2 : 1
}
// A connection that was closed stays half open, and keeps the process alive, until PostgreSQL ends the statement of it.
process.exit()

async function run([command, ...args]: string[]): Promise<string> {
  if (args.includes('--help')) return usage
  const [folder, ...rest] = args
  if (rest.length > 0 || folder?.startsWith('-') || (command === 'restore' && folder === undefined))
    throw new WrongUsage(usage)
  const config = readConfig(process.env)
  if (command === 'restore') return restoreFrom(resolve(folder ?? ''), config)
  return backUpTo(resolve(folder ?? `backup-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`), config)
}

function stoppedSentence(command: string | undefined): string {
  return `Stopped: ${command === 'restore' ? NOTHING_RESTORED : NOTHING_SAVED}.`
}

function failWith(config: Config, outcome: string): (error: unknown) => never {
  return (error) => {
    throw stopping.signal.aborted ? error : databaseFailure(error, config, outcome)
  }
}

async function backUpTo(folder: string, config: Config): Promise<string> {
  if (existsSync(folder)) throw new StartupError(`${folder} exists already: name a new folder.`)
  const file = join(config.dataDir, 'secrets.json')
  const options = { dataDir: config.dataDir, signal: stopping.signal }
  const database = config.databaseUrl
    ? null
    : await reachEmbeddedDatabase(options).catch(failWith(config, NOTHING_SAVED))
  try {
    const databaseUrl = config.databaseUrl ?? database?.url ?? ''
    const store = await openFileStore(config)
    const saved = await backUp(folder, {
      databaseUrl,
      store,
      secretsFile: existsSync(file) ? file : null,
      signal: stopping.signal,
    })
    const done = `Saved ${contentOf(saved)} in ${folder}`
    return [done, ...leftOutOf(saved)].join('\n')
  } catch (error) {
    return failWith(config, NOTHING_SAVED)(error)
  } finally {
    await database?.close()
  }
}

function leftOutOf({ leftOut, lacking }: { leftOut: string[]; lacking: string[] }): string[] {
  const tables = `Left out, because no migration created them: ${leftOut.join(', ')}. Save them by other means.`
  const files = `Left out, because their storage lacks them: ${lacking.join(', ')}.`
  return [...(leftOut.length > 0 ? [tables] : []), ...(lacking.length > 0 ? [files] : [])]
}

function contentOf({ tables, files }: { tables: { rows: number }[]; files: object[] }): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows of ${tables.length} tables and ${files.length} files`
}

async function restoreFrom(folder: string, config: Config): Promise<string> {
  const saved = await readManifest(folder)
  const keys = { saved: join(folder, 'secrets.json'), file: join(config.dataDir, 'secrets.json') }
  // With DATABASE_URL, keys are configured.
  const ownsKeys = config.databaseUrl === undefined
  if (ownsKeys && existsSync(keys.file))
    throw new StartupError(`${config.dataDir} has keys already: restore into an empty DATA_DIR.`)
  const database = config.databaseUrl
    ? null
    : await startEmbeddedDatabase({ dataDir: config.dataDir, signal: stopping.signal }).catch(
        failWith(config, NOTHING_RESTORED),
      )
  let areRowsStored = false
  try {
    if (ownsKeys && existsSync(keys.saved)) {
      await copyFile(keys.saved, keys.file)
      await chmod(keys.file, 0o600)
    }
    const databaseUrl = config.databaseUrl ?? database?.url ?? ''
    const { publishableKey, secretKey, jwtSecret } = openSecrets(config)
    const lite = createSupabaseLite(databaseUrl, { publishableKey, secretKey, jwtSecret }, config)
    try {
      const onRowsStored = () => (areRowsStored = true)
      const store = await openFileStore(config)
      const { signal } = stopping
      const { tables, skipped } = await restore(folder, saved, { databaseUrl, lite, store, onRowsStored, signal })
      const done = `Restored ${contentOf({ ...saved, tables })}, as of ${saved.createdAt}`
      return skipped.length === 0
        ? done
        : `${done}\nSkipped, because no migration of this version creates them: ${skipped.join(', ')}.`
    } finally {
      // It waits for statements that are still running.
      if (!stopping.signal.aborted) await lite.close()
    }
  } catch (error) {
    const outcome = areRowsStored ? 'the rows were restored, and npm start does the rest' : NOTHING_RESTORED
    throw stopping.signal.aborted ? new StartupError(`Stopped: ${outcome}.`) : databaseFailure(error, config, outcome)
  } finally {
    // After a failure the folder can be used again; with the rows, the keys are needed.
    if (ownsKeys && !areRowsStored) rmSync(keys.file, { force: true })
    await database?.close()
  }
}
