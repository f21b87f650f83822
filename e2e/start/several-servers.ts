import { request } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { newFolder, startServer, type Server } from './server.ts'

export interface HttpResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Sends one request on a new connection. @throws when the connection breaks */
export function send(
  url: string,
  { body, ...options }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  return new Promise<HttpResponse>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { ...options, headers: { ...options.headers, ...length }, agent: false }, (response) => {
      const read = (chunks: Buffer[]) => ({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(chunks).toString(),
      })
      response.toArray().then(read).then(resolve, reject)
    })
    sent.on('error', reject).end(body)
  })
}

/** @returns settings of a program that uses a database with the keys of another server */
export function sharedSettings({ dataDir }: Pick<Server, 'dataDir'>, databaseUrl: string): Record<string, string> {
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>
  return {
    DATABASE_URL: databaseUrl,
    SUPABASE_PUBLISHABLE_KEY: secrets['publishableKey'] ?? '',
    SUPABASE_SECRET_KEY: secrets['secretKey'] ?? '',
    SUPABASE_JWT_SECRET: secrets['jwtSecret'] ?? '',
    VAPID_PUBLIC_KEY: secrets['vapidPublicKey'] ?? '',
    VAPID_PRIVATE_KEY: secrets['vapidPrivateKey'] ?? '',
  }
}

/** Starts a server on the database of another one, with the same keys. */
export async function startBeside(
  owner: Server,
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<Server> {
  return startServer(join(newFolder(), 'data'), { env: { ...sharedSettings(owner, databaseUrl), ...env } })
}

/** Opens one address that distributes connections over several servers, round-robin. */
export async function openProxy(servers: Server[]): Promise<{ url: string; close: () => void }> {
  let turn = 0
  const proxy = createServer((near) => {
    const { port } = new URL(servers[(turn += 1) % servers.length]?.url ?? '')
    const far = connect(Number(port), '127.0.0.1')
    near.pipe(far).on('error', () => near.destroy())
    far.pipe(near).on('error', () => far.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close: () => proxy.close() }
}
