import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** A program of the product, started as from a terminal, in a process group of its own. */
export interface Command {
  readonly pid: number
  /** What it has written so far to stdout. */
  output(): string
  errors(): string
  /** Waits until it has written the text; fails when it ends before that or exceeds the timeout. */
  waitForOutput(text: string): Promise<void>
  /** @returns the exit code, or the signal that ended it */
  ended(): Promise<number | NodeJS.Signals>
  /**
   * Stops it as Ctrl-C does unless told otherwise: on SIGTERM a server also waits for idle clients.
   * @returns the exit code, or the signal that ended it
   */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

export const checkout = fileURLToPath(new URL('../../', import.meta.url))

/** Variables that programs get from the environment of the tests: any other one could be a setting of the product. */
const inherited = /^(PATH|HOME|USER|LANG|TMPDIR|CHROME_PATH|npm_config_\w+|\w+_proxy|\w+_CERTS?|\w+_CERT_FILE)$/i
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => inherited.test(name)))
/** Milliseconds: the installation of a fresh checkout takes minutes on a slow machine. */
const timeout = 500_000
const running = new Set<ChildProcess>()

export interface LaunchOptions {
  env?: Record<string, string>
  cwd?: string
  user?: { uid: number; gid: number }
}

export function launch(program: string, args: string[], { env, cwd = checkout, user }: LaunchOptions = {}): Command {
  const startedAt = performance.now()
  const child = spawn(program, args, {
    cwd,
    env: { ...environment, ...env },
    detached: true,
    // A server ends when this channel closes, so none outlives an aborted test run.
    stdio: ['ignore', 'pipe', 'pipe', program === process.execPath ? 'ipc' : 'ignore'],
    ...user,
  })
  child.channel?.unref()
  running.add(child)
  const written = { output: '', errors: '' }
  child.stdout?.on('data', (chunk) => (written.output += chunk))
  child.stderr?.on('data', (chunk) => (written.errors += chunk))
  let end: number | NodeJS.Signals | undefined
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve((end = code ?? signal ?? 1)))
  })
  const report = () => `${written.output}${written.errors}`

  return {
    pid: child.pid ?? 0,
    output: () => written.output,
    errors: () => written.errors,
    ended: () => ended,
    async waitForOutput(text) {
      while (!report().includes(text)) {
        if (end !== undefined) throw new Error(`ended with ${end} before it wrote "${text}":\n${report()}`)
        if (performance.now() - startedAt > timeout) throw new Error(`never wrote "${text}":\n${report()}`)
        await sleep(10)
      }
    },
    stop(signal = 'SIGINT') {
      child.kill(signal)
      return ended
    },
  }
}

/** Kills programs that tests have left running, with their process groups; the database has its own group. */
export async function endEverything(): Promise<void> {
  for (const child of running) {
    if (child.pid && child.exitCode === null && child.signalCode === null) killGroup(child.pid)
  }
  running.clear()
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** @returns the process ids of the children of a process */
export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

/** A zombie does not run: it has ended and waits for its parent. */
export function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
