import { createECDH, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedDatabase, type RunningDatabase } from '#backend/embedded-database/start.ts'
import { freeLocalPort } from '#bench/realtime/client-process.ts'
import { launch } from '#e2e/start/command.ts'
import { sharedSettings } from '#e2e/start/several-servers.ts'
import { databaseUrl, generatedKeys, newFolder, serverOn, untilReady, type Server } from '#e2e/start/server.ts'

export interface Portal extends Server {
  readonly settings: Record<string, string>
}

/** External PostgreSQL of portals, each supervised by this process instead of its server; null for embedded ones. */
let externalDatabases: RunningDatabase[] | null = null

export function chooseExternalDatabases(): void {
  externalDatabases = []
}

export async function closeExternalDatabases(): Promise<void> {
  for (const database of externalDatabases?.splice(0) ?? []) await database.close()
}

/** @returns settings of a new data folder, with an address and keys when its PostgreSQL is an external one */
export async function newDatabaseSettings(): Promise<Record<string, string> & { DATA_DIR: string }> {
  const dataDir = join(newFolder(), 'data')
  if (!externalDatabases) return { DATA_DIR: dataDir }
  externalDatabases.push(await startEmbeddedDatabase({ dataDir }))
  // An embedded database has its keys there, too, and faults read them.
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(generateKeys()))
  // Without this setting only embedded databases get sample data.
  return { DATA_DIR: dataDir, SAMPLE_DATA: 'on', ...sharedSettings({ dataDir }, databaseUrl(dataDir)) }
}

function generateKeys(): Record<string, string> {
  const random = () => randomBytes(24).toString('base64url')
  const pair = createECDH('prime256v1')
  return {
    publishableKey: `sb_publishable_${random()}`,
    secretKey: `sb_secret_${random()}`,
    jwtSecret: random(),
    vapidPublicKey: pair.generateKeys('base64url'),
    vapidPrivateKey: pair.getPrivateKey('base64url'),
  }
}

/**
 * Starts a server with the Node.js flags of `npm start` and waits for its first page.
 * @param earlier a portal that was stopped or killed: started again on its folder and port
 */
export async function startPortal(env: Record<string, string> = {}, earlier?: Portal): Promise<Portal> {
  const settings = earlier?.settings ?? (await settingsOf(env))
  const program = launch(process.execPath, [...process.execArgv, 'server/main.ts'], { env: settings })
  const server = await untilReady(program, settings)
  const portal = { ...server, url: settings['SITE_URL'] ?? '', settings }
  await firstPage(portal)
  return portal
}

async function settingsOf(env: Record<string, string>): Promise<Record<string, string>> {
  const port = await freeLocalPort()
  const address = { HOST: '127.0.0.1', PORT: String(port), SITE_URL: `http://127.0.0.1:${port}` }
  const database = await newDatabaseSettings()
  return serverOn(database.DATA_DIR, {
    ...database,
    ...address,
    LOG_LEVEL: 'error',
    REALTIME_SOCKETS_PER_ADDRESS: '1000',
    ...env,
  })
}

async function firstPage({ url }: Portal): Promise<void> {
  while ((await fetch(url).catch(() => null))?.status !== 200) await pause(10)
}

/** @returns headers of a request by a visitor */
export function keyHeaders(server: Server) {
  return { apikey: generatedKeys(server.dataDir).publishableKey, 'content-type': 'application/json' }
}

/** @returns a metric of the server; NaN when there is none of that name */
export async function metricOf({ url }: Server, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}

/** Waits until the condition holds. @throws after so many seconds */
export async function until(condition: () => unknown, seconds = 60): Promise<void> {
  for (const end = performance.now() + seconds * 1_000; !(await condition()); await pause(20)) {
    if (performance.now() > end) throw new Error(`Not within ${seconds} s: ${condition.toString()}`)
  }
}
