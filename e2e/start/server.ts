import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import { freePort } from '#test/free-port.ts'
import { endEverything, launch, type LaunchOptions, type Command } from './command.ts'

export interface Server extends Command {
  readonly url: string
  readonly dataDir: string
}

export interface Account {
  email: string
  password: string
}

const folders: string[] = []

/** Of the folders that preparedFolder() copies. */
export const preparedAccount: Account = { email: 'admin@suchana.example', password: 'a long password for tests' }

/** Lines of a log that no server should write; a slow request is a matter of the machine that runs the tests. */
export const TROUBLE = /"level":"(warn|error)"(?!,"message":"A slow request")|^[^{]/m

/** An empty folder that the database's own user can enter. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'suchana-start-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

/** Stops programs and deletes folders; call it after all tests of a file. */
export async function cleanUp(): Promise<void> {
  await endEverything()
  for (const folder of folders.splice(0)) {
    for (const dataDir of [join(folder, 'data'), join(folder, 'checkout', 'data')]) removeDatabase(dataDir)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes the files that a data folder only links to, too, and kills the PostgreSQL that a killed server left running. */
function removeDatabase(dataDir: string): void {
  const folder = join(dataDir, 'postgres')
  if (!existsSync(folder)) return
  const pid = postmasterOf(dataDir)
  if (pid) process.kill(pid, 'SIGKILL')
  const cluster = realpathSync(folder)
  if (!cluster.startsWith(realpathSync(dataDir))) rmSync(dirname(cluster), { recursive: true, force: true })
}

/** @returns the environment of a server on a free port */
export async function serverOn(dataDir: string, env: Record<string, string> = {}): Promise<Record<string, string>> {
  return { DATA_DIR: dataDir, PORT: String(await freePort()), NODE_ENV: 'production', LINK_CHECKS: 'off', ...env }
}

/** Starts a server on the built checkout and waits until it has written its address. */
export async function startServer(dataDir: string, { env, ...rest }: LaunchOptions = {}): Promise<Server> {
  const settings = await serverOn(dataDir, env)
  return untilReady(launch(process.execPath, ['server/main.ts'], { env: settings, ...rest }), settings)
}

/** Waits until a command has started a server. */
export async function untilReady(command: Command, settings: Record<string, string>): Promise<Server> {
  await command.waitForOutput('Suchana is running at ')
  const [, url = ''] = /running at (http:\S+:\d+)/.exec(command.output()) ?? []
  return { ...command, url, dataDir: settings['DATA_DIR'] ?? '' }
}

/** @returns the process id of the embedded database, as long as its files name one */
export function postmasterOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

/** @returns the address of a database of the running embedded PostgreSQL, for its superuser */
export function databaseUrl(dataDir: string, name = 'suchana'): string {
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(join(dataDir, 'postgres', 'superuser-password'), 'utf8').trim()
  return `postgres://postgres:${password}@127.0.0.1:${port}/${name}`
}

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}

/** @returns the account that a first start shows, or undefined */
export function shownAccount(output: string): Account | undefined {
  const [, email = '', password = ''] = /^ {2}e-mail +(\S+)\n {2}password +(\S+)$/m.exec(output) ?? []
  return email ? { email, password } : undefined
}

/** @returns the status of a sign-in: 200 for the right account */
export async function signIn(
  server: Server,
  account: Account,
  key = generatedKeys(server.dataDir).publishableKey,
): Promise<number> {
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  return response.status
}

export function generatedKeys(
  dataDir: string,
): Record<'publishableKey' | 'secretKey' | 'jwtSecret' | 'vapidPrivateKey', string> {
  return JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
}

/** @returns the number of different jobs that the first page of the list links to */
export async function shownJobs(server: Server): Promise<number> {
  const page = await (await fetch(`${server.url}/jobs`)).text()
  return new Set(page.match(/href="\/jobs\/[^"]+"/g)).size
}

/** @returns headers of a request by the account that the first start shows, or of a prepared folder */
export async function adminHeaders(
  server: Pick<Server, 'url' | 'dataDir' | 'output'>,
): Promise<{ apikey: string; authorization: string }> {
  const apikey = generatedKeys(server.dataDir).publishableKey
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(shownAccount(server.output()) ?? preparedAccount),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return { apikey, authorization: `Bearer ${access_token}` }
}
