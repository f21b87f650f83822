import { isUtf8 } from 'node:buffer'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { createLookup, isPublicAddress, NOT_PUBLIC, type AllowAddress } from '#backend/public-address.ts'

/** What may be reached by links. */
export interface Network {
  allowsAddress: AllowAddress
  /** @param port empty for the usual one of the protocol */
  allowsPort: (port: string) => boolean
}

/** The public internet, at the usual ports. Source: docs/behaviour/security.md#checks-of-links */
export const publicNetwork: Network = {
  allowsAddress: isPublicAddress,
  allowsPort: (port) => ['', '80', '443'].includes(port),
}

/** The part of a response that matters: its body is not read. */
export interface Head {
  status: number
  /** Where a redirect leads. */
  location: string | undefined
}

interface Question {
  method: 'HEAD' | 'GET'
  network: Network
  /** Name of this program, sent as User-Agent. */
  program: string
  /** Ends the request. */
  signal: AbortSignal
}

/** Code of the error for an address that is not asked: another protocol or port, or one with a password. */
export const NOT_ALLOWED = 'ENOTALLOWED'

/** Largest headers of a response, in bytes. */
const maxHeaderSize = 32_768

/**
 * Sends one request to the server of an address: without cookies or credentials, on a connection of its own to an address
 * that was checked. Redirects are not followed.
 * @throws Error with the code NOT_ALLOWED, NOT_PUBLIC, or that of the failed connection
 */
export async function askServer(url: URL, { method, network, program, signal }: Question): Promise<Head> {
  const { protocol, username, password, port } = url
  const isWeb = protocol === 'https:' || protocol === 'http:'
  if (!isWeb || username || password || !network.allowsPort(port)) throw withCode(NOT_ALLOWED)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !network.allowsAddress(host, host)) throw withCode(NOT_PUBLIC)
  const send = protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method,
      signal,
      maxHeaderSize,
      agent: false,
      lookup: createLookup(network.allowsAddress),
      headers: { 'user-agent': program, accept: '*/*' },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, location: decodeHeader(response.headers.location) })
      response.on('error', () => {})
      request.destroy()
    })
    request.end()
  })
}

/** Node.js reads headers as Latin-1; many servers send Devanagari in UTF-8, as browsers expect. */
function decodeHeader(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : value
}

function withCode(code: string): Error {
  return Object.assign(new Error('The address may not be asked'), { code })
}
