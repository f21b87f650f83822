import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/limits.ts'
import { nameInTexts } from '#domain/name-in-texts.ts'
import { passwordFault } from '#domain/password.ts'

/** Types of settings. The error message of each completes the sentence "it must be ...". */

const portMessage = 'a whole number from 1 to 65535'
export const port = z
  .string()
  .regex(/^\d{1,5}$/, portMessage)
  .transform(Number)
  .pipe(z.int().min(1, portMessage).max(65_535, portMessage))

const countMessage = 'a whole number from 1 to 100000'
export const count = z
  .string()
  .regex(/^\d{1,6}$/, countMessage)
  .transform(Number)
  .pipe(z.int().min(1, countMessage).max(100_000, countMessage))

const threadsMessage = 'a whole number from 1 to 64'
export const threads = z
  .string()
  .regex(/^\d{1,2}$/, threadsMessage)
  .transform(Number)
  .pipe(z.int().min(1, threadsMessage).max(64, threadsMessage))

const daysMessage = 'a whole number from 1 to 3650'
export const days = z
  .string()
  .regex(/^\d{1,4}$/, daysMessage)
  .transform(Number)
  .pipe(z.int().min(1, daysMessage).max(3650, daysMessage))

const megabytesMessage = 'a whole number from 0 to 100000'
export const megabytes = z
  .string()
  .regex(/^\d{1,6}$/, megabytesMessage)
  .transform(Number)
  .pipe(z.int().max(100_000, megabytesMessage))

export const host = z.string().regex(/^[\w.:-]+$/, 'a host name or an IP address, such as localhost or 0.0.0.0')

export const onOff = z.enum(['on', 'off'], '"on" or "off"')

export const secondFactor = z.enum(['none', 'admin', 'staff'], '"none", "admin" or "staff"')

const mailMessage =
  'an address such as smtp://user:password@host:587 or smtps://host:465, with special characters of the password percent-encoded'
/** A password with an unencoded #, / or ? would otherwise make its user the host. */
export const mailServer = z
  .url({ protocol: /^smtps?$/, error: mailMessage, abort: true })
  .refine((address) => isServerAlone(new URL(address)), mailMessage)

function isServerAlone({ hostname, pathname, search, hash }: URL): boolean {
  return hostname !== '' && /^\/?$/.test(pathname) && !search.includes('@') && hash === ''
}

export const emailAddress = z.email('an e-mail address')

const webMessage = 'an http or https address, such as https://example.org/page'
export const webAddress = z.url({ protocol: /^https?$/, error: webMessage })

const scriptMessage = 'an http or https address, or a path of this site, such as /insights/script.js'
/** A path is for a script that a proxy in front of the server adds to the site. */
export const scriptAddress = z.union(
  [z.url({ protocol: /^https?$/ }), z.string().regex(/^\/(?![/\\])[\w./~-]+$/)],
  scriptMessage,
)

export const bucketName = z.string().regex(/^[\w][\w.-]{1,62}$/, 'the name of a bucket, such as portal-files')

const originMessage = 'an http or https address without a path, such as https://example.org'
export const origin = z
  .url({ protocol: /^https?$/, error: originMessage, abort: true })
  .refine((url) => new URL(url).pathname === '/' && !/[?#@]/.test(url), originMessage)
  .transform((url) => new URL(url).origin)

const postgresMessage = 'an address such as postgres://user:password@host:5432/database'
const oneHostAddress = z
  .url({ protocol: /^postgres(ql)?$/, abort: true })
  .refine((url) => new URL(url).pathname.length > 1)
const writableMessage = 'an address whose target_session_attrs is read-write or primary, because the server writes'
/**
 * One host or several, of which the first that answers is used. Of several, one that accepts writes: a server that
 * reached a standby could not start. Source: PostgreSQL, "Connection Strings", multiple hosts
 */
export const postgresAddress = z
  .string()
  .refine((address) => hostsOf(address).every((host) => isAddressWith(address, host)), postgresMessage)
  .transform((address) => (hostsOf(address).length > 1 ? withTarget(address) : address))
  .refine((address) => /^(read-write|primary|)$/.test(targetOf(address)), writableMessage)

/** @returns hosts with their ports */
function hostsOf(address: string): string[] {
  return (/^\w+:\/\/(?:[^/?#]*@)?([^/?#@]*)/.exec(address)?.[1] ?? '').split(',')
}

function isAddressWith(address: string, host: string): boolean {
  return host !== '' && oneHostAddress.safeParse(address.replace(hostsOf(address).join(), host)).success
}

function withTarget(address: string): string {
  if (targetOf(address)) return address
  return `${address}${address.includes('?') ? '&' : '?'}target_session_attrs=read-write`
}

function targetOf(address: string): string {
  return new URLSearchParams(address.split('?')[1]).get('target_session_attrs') ?? ''
}

export const operatorAddress = z
  .string()
  .regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, 'a mailto: or https: address')

export const hostPatterns = z
  .string()
  .transform((text) => text.split(',').map((pattern) => pattern.trim().toLowerCase()))
  .refine(
    (patterns) => patterns.every((pattern) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(pattern)),
    'host names separated by commas, with an optional "*." in front',
  )

/** With all IPv4 addresses trusted, each client could choose the one by which it counts; IPv6 can contain them. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = address.includes('%') ? 0 : isIP(address)
  const isPrefix =
    prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
  return family !== 0 && isPrefix && rest.length === 0 && !hasAllIPv4(address, prefix)
}

function hasAllIPv4(address: string, prefix: string | undefined): boolean {
  if (isIP(address) !== 6 || prefix === undefined) return false
  const network = new BlockList()
  network.addSubnet(address, Number(prefix), 'ipv6')
  return network.check('0.0.0.0') && network.check('255.255.255.255')
}

export const networks = z
  .string()
  .transform((text) => text.split(',').map((network) => network.trim()))
  .refine((list) => list.every(isNetwork), 'IP addresses or networks such as 172.16.0.0/12, separated by commas')

/** @param prefix such as sb_secret_ */
export function backendKey(prefix: string) {
  return z.string().regex(new RegExp(`^${prefix}[\\w-]{20,}$`), `"${prefix}" followed by at least 20 letters or digits`)
}

/**
 * @param bytes length of the decoded value
 * @param what begins the error message, such as "a P-256 public key"
 */
export function base64Url(bytes: number, what: string) {
  const length = Math.ceil((bytes * 8) / 6)
  return z.string().regex(new RegExp(`^[\\w-]{${length}}$`), `${what} in base64url, ${length} characters`)
}

export const passwordRule = `a text of at least ${PASSWORD_MIN} characters and at most ${PASSWORD_MAX} bytes`
/** Password of an admin. */
export const password = z.string().refine((typed) => passwordFault(typed) === null, passwordRule)

/** A name within texts, without the invisible characters that come with pasted ones. @param most its length in characters */
export function name({ most }: { most: number }) {
  return z.string().transform(nameInTexts).pipe(text({ most }))
}

/** @param bounds lengths in characters */
export function text(bounds: { least?: number; most?: number }) {
  const { least = 1, most } = bounds
  const message = most ? `a text of ${least} to ${most} characters` : `a text of at least ${least} characters`
  return z
    .string()
    .min(least, message)
    .max(most ?? Number.MAX_SAFE_INTEGER, message)
}
