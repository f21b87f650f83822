import { createHmac, randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, inject } from 'vitest'
import { readJson } from '#domain/read-json.ts'
import type { Account } from '#e2e/start/server.ts'

/** A running server whose answers to attacks are tested. */
export interface Portal {
  mode: 'embedded' | 'external'
  url: string
  /** Address of its database for the superuser. */
  databaseUrl: string
  publishableKey: string
  /** What no client may learn. */
  secrets: { jwtSecret: string; secretKey: string; vapidPrivateKey: string }
  admin: Account
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed body, or undefined when it is not JSON. */
  json: ReturnType<typeof JSON.parse>
}

/** Sends a request: method and path as in 'GET /rest/v1/jobs', a body that is JSON unless it is text or bytes. */
export type Send = (line: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

/** The server with its embedded PostgreSQL, and the server with a PostgreSQL of an operator. */
export const portals = inject('portals')

/**
 * Divides cases among the portals, so that each case is tested on one of them. For cases whose result does not depend on
 * the database, such as what a browser does with a text.
 *
 * @returns the cases that are tested on this portal
 */
export function shareOf<T>(portal: Portal, cases: readonly T[]): T[] {
  return cases.filter((_case, number) => number % portals.length === portals.indexOf(portal))
}

/** Opens the database of a portal for its superuser, until the end of the test file. */
export function openDatabase({ databaseUrl }: Portal): postgres.Sql {
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} })
  afterAll(() => sql.end({ timeout: 5 }))
  return sql
}

let addresses = 0

/** An address that no other client of any test file has, as a proxy in front of the server would name it. */
export function newAddress(): string {
  addresses += 1
  return `10.${process.pid % 250}.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

/** @returns a client with an address of its own, which sends the public key and these headers */
export function clientOf({ url, publishableKey }: Portal, always: Record<string, string> = {}): Send {
  const address = newAddress()
  return async (line, body, headers = {}) => {
    const [method = 'GET', path = '/'] = line.split(' ')
    const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        apikey: publishableKey,
        'x-forwarded-for': address,
        // The server closes a connection whose body was too large, which the next request on it would meet.
        connection: 'close',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...always,
        ...headers,
      },
      ...(body !== undefined && { body: (isRaw ? body : JSON.stringify(body)) as BodyInit }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: readJson(text) }
  }
}

/** Sends requests one after the other, since the calls of one address at the same time are limited, too. */
export async function oneByOne(count: number, send: (turn: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let turn = 0; turn < count; turn += 1) answers.push(await send(turn))
  return answers
}

export interface Session {
  accessToken: string
  refreshToken: string
  /** A client that is signed in. */
  send: Send
}

/** Signs in from a new address. */
export async function signIn(portal: Portal, account: Account = portal.admin): Promise<Session> {
  const { status, json, text } = await clientOf(portal)('POST /auth/v1/token?grant_type=password', account)
  if (status !== 200) throw new Error(`Sign-in failed with ${status}: ${text}`)
  const send = clientOf(portal, { authorization: `Bearer ${json.access_token}` })
  return { accessToken: json.access_token, refreshToken: json.refresh_token, send }
}

/** Adds an account with the password of the admin. @param role of its profile; null for no profile */
export async function newAccount(sql: postgres.Sql, { admin }: Portal, role: string | null): Promise<Account> {
  const email = `${randomUUID()}@example.org`
  await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, aud, role)
    select gen_random_uuid(), ${email}, encrypted_password, now(), aud, role from auth.users where email = ${admin.email}`
  if (role) await sql`insert into profiles (id, role) select id, ${role} from auth.users where email = ${email}`
  return { email, password: admin.password }
}

export interface TokenChanges {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  secret?: string
}

/** @returns a token as the server signs it, except for the given changes; a claim that is undefined is left out */
export function changedToken({ secrets }: Portal, token: string, changes: TokenChanges): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT', ...changes.header })}.${part({ ...claims, ...changes.claims })}`
  const secret = changes.secret ?? secrets.jwtSecret
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
