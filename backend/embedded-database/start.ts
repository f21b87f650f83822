import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDataFolder } from '#backend/data-folder.ts'
import { StartupError, reasonOf } from '#backend/startup-error.ts'
import { prepareBinaries, type Binaries } from './binaries.ts'
import { createCluster, findCluster } from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { clearRemains } from './orphan.ts'
import { addressOf, prepareOwner } from './owner.ts'
import { launchPostmaster, type Launch } from './postmaster.ts'
import { supervise, type ReportOutage } from './supervisor.ts'
import { databaseUser, type SystemUser } from './system-user.ts'

export interface RunningDatabase {
  /** postgres://suchana:PASSWORD@127.0.0.1:PORT/suchana, of a user who owns the database and is no superuser */
  readonly url: string
  close(): Promise<void>
  /** Ends PostgreSQL without waiting; it recovers at the next start. */
  abort(): void
}

type Report = (line: string) => void

interface Options {
  dataDir: string
  report?: Report
  reportOutage?: ReportOutage
  signal?: AbortSignal
}

const launchAttempts = 6

/**
 * Starts the embedded PostgreSQL of a data folder, creating its cluster at the first start, and holds the folder until
 * close(). Source: docs/decisions/002.
 * @param options.dataDir folder that contains the cluster; created when missing
 * @param options.report receives one line per step that takes time
 * @param options.reportOutage receives one line per event of an outage later; by default `report` does
 * @param options.signal aborts the start; no process is left running then
 * @returns the address of the database "suchana"; close() stops PostgreSQL and resolves when it is gone
 * @throws StartupError when the folder is in use or cannot be used, or PostgreSQL does not run
 */
export async function startEmbeddedDatabase(options: Options): Promise<RunningDatabase> {
  const { report = () => {}, reportOutage = (_level, line) => report(line), signal } = options
  const dataDir = makeDataFolder(options.dataDir, () => databaseUser(undefined))
  const locks = [await lockFolder(dataDir)]
  const release = () => locks.forEach((lock) => lock.release())
  try {
    const { cluster, binaries, user } = await openCluster(dataDir, report, signal)
    // A copied data folder links to the same cluster: the cluster has its own lock.
    const lock = await lockFolder(cluster)
    locks.push(lock)
    if (!lock.isVisible) report(`Servers in other containers cannot see that ${cluster} is in use: start none there`)
    await clearRemains(cluster, report, lock.isVisible)

    const launch: Launch = { bin: binaries.bin, cluster, user, logFile: join(dataDir, 'postgres.log'), signal }
    const postmaster = await launchWithRetries(launch)
    const running = supervise(postmaster, () => launchPostmaster(launch, postmaster.port), reportOutage)
    try {
      await prepareOwner(cluster, postmaster.port)
    } catch (error) {
      await running.stop()
      throw error
    }
    return {
      url: addressOf(cluster, postmaster.port),
      close: () => running.stop().finally(release),
      abort: () => running.abort(),
    }
  } catch (error) {
    release()
    throw error
  }
}

async function openCluster(
  dataDir: string,
  report: Report,
  signal: AbortSignal | undefined,
): Promise<{ cluster: string; binaries: Binaries; user: SystemUser }> {
  const existing = findCluster(dataDir)
  const user = databaseUser(existing)
  const binaries = prepareBinaries(dataDir, user)
  if (existing) {
    reportPlace(existing, dataDir, report)
    return { cluster: existing, binaries, user }
  }

  report('Creating the database')
  const cluster = await createCluster(dataDir, binaries, { user, signal })
  reportPlace(cluster, dataDir, report)
  return { cluster, binaries, user }
}

/** At every start, because a copy of the data folder would have no database. */
function reportPlace(cluster: string, dataDir: string, report: Report): void {
  if (!cluster.startsWith(`${dataDir}/`))
    report(`The files of the database are in ${cluster}, not in ${dataDir}: npm run backup saves both`)
}

/** Retries, since another process can take the chosen port, and processes of a killed postmaster end with a delay. */
async function launchWithRetries(launch: Launch) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launchPostmaster(launch)
    } catch (error) {
      launch.signal?.throwIfAborted()
      if (attempt === launchAttempts)
        throw new StartupError(`The database in ${launch.cluster} does not start: ${reasonOf(error)}.`)
      await sleep(150 * attempt)
    }
  }
}
