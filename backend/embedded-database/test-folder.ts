import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { clearRemains } from './orphan.ts'
import { startEmbeddedDatabase, type RunningDatabase } from './start.ts'

const inOwnNamespaces = 'unshare --net --pid --ipc --fork --mount-proc --kill-child'.split(' ')
/** Runs a program as in another container, with 127.0.0.1 of its own. */
export const inContainer = [...inOwnNamespaces, 'sh', '-c', 'ip link set lo up && exec "$0" "$@"']
/** Only root may start containers, and not in each one. */
export const hasContainers = spawnSync('unshare', [...inContainer.slice(1), 'true']).status === 0

/** The folders of a test of the embedded database, and what it has started. */
interface DatabaseFolder {
  /** Contains the data folder. */
  readonly folder: string
  readonly dataDir: string
  /** Starts the database in this process. */
  start(path?: string, lines?: string[]): Promise<RunningDatabase>
  /**
   * Starts the database in another process that continues to run, like a server.
   * @param prefix a command that runs the process, such as inContainer
   */
  startOwner(path?: string, prefix?: string[]): Promise<{ owner: ChildProcess; output: string }>
  /** Kills a process after the test. */
  killAfterwards(process: ChildProcess): void
}

/**
 * Gives each test of a file a data folder, and stops what it has started.
 *
 * @param options.hasCluster whether the data folder already has a cluster: a copy of one that is made once for the file,
 *   because a first start takes more than a second
 */
export function databaseFolder({ hasCluster }: { hasCluster: boolean }): DatabaseFolder {
  let folder = ''
  let dataDir = ''
  let prepared = ''
  let running: RunningDatabase[] = []
  let owners: ChildProcess[] = []

  beforeAll(async () => {
    if (!hasCluster) return
    prepared = newFolder()
    const database = await startEmbeddedDatabase({ dataDir: join(prepared, 'data') })
    await database.close()
  })
  afterAll(() => rmSync(prepared, { recursive: true, force: true }))

  beforeEach(() => {
    folder = newFolder()
    dataDir = join(folder, 'data')
    if (hasCluster) spawnSync('cp', ['-a', join(prepared, 'data'), dataDir])
  })

  afterEach(async () => {
    await Promise.all([...owners.map(killHard), ...running.map((database) => database.close())])
    running = []
    owners = []
    await removeCluster(dataDir)
    rmSync(folder, { recursive: true, force: true })
  })

  return {
    get folder() {
      return folder
    },
    get dataDir() {
      return dataDir
    },
    start: async (path = dataDir, lines = []) => {
      const database = await startEmbeddedDatabase({ dataDir: path, report: (line) => lines.push(line) })
      running.push(database)
      return database
    },
    startOwner: async (path = dataDir, prefix = []) => {
      const script = `
        import { startEmbeddedDatabase } from '#backend/embedded-database/start.ts'
        startEmbeddedDatabase({ dataDir: process.env.DATA_DIR }).then(
          (database) => { console.log(database.url); setInterval(() => {}, 1000) },
          (error) => console.log(error.message))`
      const [program, ...args] = [...prefix, process.execPath, '--input-type=module', '-e', script]
      const owner = spawn(program, args, {
        env: { ...process.env, DATA_DIR: path },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      owners.push(owner)
      const [output] = (await once(createInterface(owner.stdout), 'line')) as [string]
      return { owner, output }
    },
    killAfterwards: (process) => void owners.push(process),
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'suchana-database-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Also stops the postmaster of a killed owner, and removes a cluster outside of the folder. */
async function removeCluster(dataDir: string) {
  const path = join(dataDir, 'postgres')
  if (!existsSync(path)) return
  const cluster = realpathSync(path)
  await clearRemains(cluster, () => {}, true)
  if (lstatSync(path).isSymbolicLink()) rmSync(dirname(cluster), { recursive: true, force: true })
}

export async function killHard(owner: ChildProcess) {
  if (owner.exitCode !== null || owner.signalCode !== null) return
  const gone = once(owner, 'exit')
  owner.kill('SIGKILL')
  await gone
}

export async function query(url: string, text: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}

export const writeNotice = "create table notices (title text); insert into notices values ('परीक्षा')"

export function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

export function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}
