import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresArguments } from './settings.ts'
import { cleanEnvironment, type SystemUser } from './system-user.ts'

export interface Launch {
  readonly bin: string
  readonly cluster: string
  readonly user: SystemUser
  /** PostgreSQL's own log; truncated at a start when it is larger than a megabyte */
  readonly logFile: string
  /** Aborts a start; a running PostgreSQL is stopped with stop(). */
  readonly signal?: AbortSignal | undefined
}

export interface Postmaster {
  readonly port: number
  readonly exited: Promise<void>
  stop(): Promise<void>
  /** Ends PostgreSQL without waiting: it recovers from its write-ahead log at the next start. */
  abort(): void
}

/** Milliseconds for a shutdown that writes all data, before one that leaves recovery to the next start. */
const fastShutdown = 2_500
const logLimit = 1_000_000

/**
 * Starts PostgreSQL in its own process group, so that Ctrl-C in the terminal does not reach it before the server
 * has finished, and waits until it accepts connections.
 * @param port TCP port on 127.0.0.1; a free one by default
 * @throws Error with PostgreSQL's own message when it exits instead, or when the start is aborted
 */
export async function launchPostmaster(launch: Launch, port?: number): Promise<Postmaster> {
  const chosen = port ?? (await freePort())
  const logStart = truncateLog(launch.logFile)
  const left = readPidFile(launch.cluster)
  const log = openSync(launch.logFile, 'a', 0o600)
  const child = spawn(join(launch.bin, 'postgres'), postgresArguments(launch.cluster, chosen), {
    ...launch.user,
    cwd: '/',
    env: cleanEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  let running = true
  void exited.then(() => (running = false))

  while (!isReady(launch.cluster, child.pid, left)) {
    if (!running) throw new Error(lastError(launch.logFile, logStart))
    if (launch.signal?.aborted) await stop(child, exited)
    await sleep(15)
  }
  return { port: chosen, exited, stop: () => stop(child, exited), abort: () => void child.kill('SIGQUIT') }
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.ref()
  child.kill('SIGINT')
  const killTimer = setTimeout(() => child.kill('SIGQUIT'), fastShutdown)
  await exited
  clearTimeout(killTimer)
}

/**
 * Line 1 of postmaster.pid is the process, line 8 its state.
 * @param left the text of postmaster.pid before this start. It is ignored: a killed postmaster in an earlier container may
 *   have had the same process id as this one.
 */
function isReady(cluster: string, pid: number | undefined, left: string): boolean {
  const text = readPidFile(cluster)
  const lines = text.split('\n')
  return text !== left && Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

function readPidFile(cluster: string): string {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch {
    return ''
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', resolve)
  })
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

function truncateLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size <= logLimit) return size
  truncateSync(logFile)
  return 0
}

function lastError(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString().split('\n')
  const message =
    lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.findLast((line) => line.trim()) ?? 'no reason given'
  return message.replace(/^.*?(FATAL|PANIC):\s*/, '')
}
