import type { ServerResponse } from 'node:http'

/** Status line and headers as they were sent within one second, which the header Date names. */
export interface SentHead {
  text: string
  status: number
  headers: readonly string[]
  second: number
}

/** Where node:http holds what it sends before the body; `headersSent` reads the same. */
interface WithHead {
  _header: string | null
}

/**
 * Sends a head again, without checking and joining its headers again: that takes a third of the time of an answer.
 *
 * @param headers the same array as before, if nothing has changed
 * @returns whether the head was the same, and is sent; otherwise the response is unchanged
 */
export function repeatHead(response: ServerResponse, sent: SentHead | null, headers: readonly string[]): boolean {
  if (sent?.headers !== headers || sent.second !== presentSecond() || !isUsual(response)) return false
  response.statusCode = sent.status
  ;(response as unknown as WithHead)._header = sent.text
  return true
}

/** @returns what writeHead has just written; null when it depends on the connection */
export function sentHead(response: ServerResponse, headers: readonly string[]): SentHead | null {
  const { _header: text } = response as unknown as WithHead
  if (typeof text !== 'string' || !isUsual(response)) return null
  return { text, status: response.statusCode, headers, second: presentSecond() }
}

/** Whether the connection stays open, by HTTP/1.1. A server that stops sets the header Connection. */
function isUsual(response: ServerResponse): boolean {
  return response.shouldKeepAlive && response.req.httpVersionMinor === 1 && !response.hasHeader('connection')
}

function presentSecond(): number {
  return Math.floor(Date.now() / 1_000)
}
