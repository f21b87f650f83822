import { spawn, type SpawnOptions } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '#backend/make-folder.ts'
import { StartupError, reasonOf } from '#backend/startup-error.ts'
import type { Binaries } from './binaries.ts'
import { makeSharedFolder } from './shared-folder.ts'
import { canStoreFilesIn, cleanEnvironment, type SystemUser } from './system-user.ts'

export const superuser = 'postgres'
interface Account {
  user: SystemUser
  signal?: AbortSignal | undefined
}

const draftPrefix = 'postgres.new-'
const passwordName = 'superuser-password'

/** Values of initdb's --locale, best first: with lc_ctype C, PostgreSQL's word parser does not recognise Hindi. */
const locales = ['C.UTF-8', 'C']

/**
 * The cluster that belongs to a data folder.
 * @returns its real path, or undefined before the first start
 * @throws StartupError when DATA_DIR/postgres exists but is no cluster, or cannot be read
 */
export function findCluster(dataDir: string): string | undefined {
  const path = join(dataDir, 'postgres')
  if (!isThere(path)) return undefined
  if (!existsSync(path)) {
    throw new StartupError(
      `${path} is a link to a database folder that is missing: restore that folder or remove the link.`,
    )
  }
  const cluster = realpathSync(path)
  const files = listFiles(cluster)
  if (files.length === 0) return undefined
  if (files.includes('PG_VERSION')) return cluster
  throw new StartupError(`${path} is not a PostgreSQL database folder: move it away or set another DATA_DIR.`)
}

/** A link counts as well, wherever it leads. */
const isThere = (path: string) => readable(path, () => lstatSync(path, { throwIfNoEntry: false }) !== undefined)

const listFiles = (folder: string) => readable(folder, () => readdirSync(folder))

function readable<T>(folder: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new StartupError(
      `The database folder ${folder} cannot be read (${reasonOf(error)}): start as the user that owns it.`,
    )
  }
}

/**
 * Creates the cluster of a data folder, in the data folder itself or, when PostgreSQL's account cannot store files
 * there, in a shared folder that DATA_DIR/postgres then links to. initdb writes to a temporary folder that is renamed
 * when it is complete, so a crash leaves no incomplete cluster. The caller holds the folder's lock.
 * @param account runs initdb; its signal aborts it
 * @returns the cluster's real path
 * @throws StartupError when initdb fails
 */
export async function createCluster(dataDir: string, binaries: Binaries, account: Account): Promise<string> {
  const home = canStoreFilesIn(dataDir, account.user) ? dataDir : homeElsewhere(dataDir)
  const cluster = join(home, 'postgres')
  if (home === dataDir || !existsSync(cluster)) {
    for (const name of readdirSync(home)) {
      if (name.startsWith(draftPrefix)) rmSync(join(home, name), { recursive: true, force: true })
    }
    const draft = mkdtempSync(join(home, draftPrefix))
    try {
      renameSync(await initialize(draft, binaries, account), cluster)
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  }
  if (home !== dataDir) symlinkSync(cluster, join(dataDir, 'postgres'))
  return realpathSync(cluster)
}

/** The id is written before the folder is created, so that a start after a crash uses the same folder. */
function homeElsewhere(dataDir: string): string {
  const idFile = join(dataDir, 'postgres-id')
  if (!existsSync(idFile)) writeFileSync(idFile, randomUUID(), { mode: 0o600 })
  const home = join(makeSharedFolder(), readFileSync(idFile, 'utf8').trim())
  makeFolder(home)
  chmodSync(home, 0o755)
  return home
}

async function initialize(draft: string, binaries: Binaries, { user, signal }: Account): Promise<string> {
  const cluster = join(draft, 'cluster')
  const passwordFile = join(draft, passwordName)
  mkdirSync(cluster, { mode: 0o700 })
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (user) for (const path of [draft, cluster, passwordFile]) chownSync(path, user.uid, user.gid)

  let reason = ''
  for (const locale of locales) {
    const choices = ['--encoding=UTF8', `--locale=${locale}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = [`--username=${superuser}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
    const args = ['-D', cluster, ...choices, ...access]
    const failure = await run(join(binaries.bin, 'initdb'), args, { ...user, signal, cwd: '/', env: cleanEnvironment })
    if (!failure) {
      renameSync(passwordFile, join(cluster, passwordName))
      return cluster
    }
    signal?.throwIfAborted()
    reason = failure
  }
  throw new StartupError(`The database could not be created in ${draft} (${reason}).`)
}

/** @returns why it failed, or undefined; resolves when the program and its children have ended */
function run(program: string, args: string[], options: SpawnOptions): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let reason = ''
    child.stderr?.on('data', (chunk) => (reason += chunk))
    child.once('error', (error) => (reason ||= error.message))
    // Not "exit": the pipe stays open as long as a child of the program runs.
    child.once('close', (code) => resolve(code === 0 ? undefined : reasonOf(reason)))
  })
}

/**
 * The superuser's password. It is stored in the cluster, so that neither can be lost or restored without the other.
 * @throws StartupError when it is missing
 */
export function readPassword(cluster: string): string {
  try {
    return readFileSync(join(cluster, passwordName), 'utf8').trim()
  } catch (error) {
    throw new StartupError(`The database password in ${cluster} cannot be read (${reasonOf(error)}).`)
  }
}
