import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'

export interface RunningServer {
  url: string
  pid: number
  dataDir: string
  /** Milliseconds from the start of the process to the first page. */
  readyAfter: number
  stop(): Promise<void>
}

/**
 * Starts the production server on a free port, with the Node.js flags of the bench, and waits for its home page.
 *
 * @param options.checkout the folder of the built site
 * @param options.command another command that starts the server
 */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
  { checkout = '.', command }: { checkout?: string; command?: readonly string[] | undefined } = {},
): Promise<RunningServer> {
  const port = settings['PORT'] ?? (await freePort())
  const url = `http://${settings['HOST'] ?? 'localhost'}:${port}`
  const started = performance.now()
  const [program, ...args] = command ?? [process.execPath, ...process.execArgv, 'server/main.ts']
  const child = spawn(program ?? process.execPath, args, {
    env: { ...process.env, PORT: String(port), SITE_URL: url, DATA_DIR: dataDir, NODE_ENV: 'production', ...settings },
    cwd: checkout,
    // npm does not pass a signal on; as the leader of a group, all of the command gets it.
    detached: command !== undefined,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await firstPage(url, child)
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    readyAfter: performance.now() - started,
    stop: () => stopped(child, command !== undefined),
  }
}

/** Reads the address of the embedded database from its files. */
export function databaseOf(dataDir: string): string {
  const [, , , port] = readFileSync(`${dataDir}/postgres/postmaster.pid`, 'utf8').split('\n')
  const password = readFileSync(`${dataDir}/postgres/superuser-password`, 'utf8').trim()
  return `postgres://postgres:${password}@127.0.0.1:${port}/suchana`
}

/** An empty folder that the operating system user of the database can enter. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'suchana-bench-'))
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

async function firstPage(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const response = await fetch(url).catch(() => null)
    await response?.arrayBuffer()
    if (response?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`The server stopped with code ${child.exitCode}`)
}

function stopped(child: ChildProcess, isGroup: boolean): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    if (isGroup && child.pid) process.kill(-child.pid, 'SIGINT')
    else child.kill('SIGINT')
  })
}
