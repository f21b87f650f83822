import { setTimeout as pause } from 'node:timers/promises'
import { NOT_PUBLIC } from '#backend/public-address.ts'
import { answerOf, type LinkAnswer, type NoAnswer } from '#domain/link-check.ts'
import { askServer, NOT_ALLOWED, publicNetwork, type Head, type Network } from './ask-server.ts'

export interface LinkCheckOptions {
  /** Sent to the servers that are asked, with an address where their operators can read about it. */
  program: string
  /** Only tests give another one, to ask a server on their own machine. */
  network?: Network
  /** Milliseconds for one request, and for a link with all its redirects. */
  timeouts?: { request: number; link: number }
  signal?: AbortSignal
}

export interface FollowedAnswer extends LinkAnswer {
  /** The host that failed without an answer, when a redirect led to another one than that of the link. */
  failedHost?: string
}

/** Redirects that are followed. */
const mostRedirects = 5

/** Milliseconds between two requests for one link. */
const rest = 200

const REASONS: Record<string, NoAnswer> = {
  [NOT_PUBLIC]: 'not-public',
  [NOT_ALLOWED]: 'not-allowed',
  ENOTFOUND: 'no-host',
  EAI_AGAIN: 'no-network',
  ENETUNREACH: 'no-network',
  ENETDOWN: 'no-network',
  ABORT_ERR: 'no-answer',
  ECONNREFUSED: 'no-answer',
  ECONNRESET: 'no-answer',
  ECONNABORTED: 'no-answer',
  EHOSTUNREACH: 'no-answer',
  EPIPE: 'no-answer',
  ETIMEDOUT: 'no-answer',
  EPROTO: 'certificate',
}

/**
 * Asks the server of a link whether there is something. A server that refuses HEAD is asked with GET, of which only the
 * head is read. Redirects are followed by hand, each checked like the link itself.
 * Source: docs/behaviour/plausibility.md#dead-links; docs/behaviour/security.md#checks-of-links
 * @throws what the signal was aborted with
 */
export async function checkLink(link: string, options: LinkCheckOptions): Promise<FollowedAnswer> {
  const { timeouts = { request: 8_000, link: 25_000 }, signal } = options
  const limit = AbortSignal.any([AbortSignal.timeout(timeouts.link), ...(signal ? [signal] : [])])
  const start = URL.parse(link)
  let asked = start
  try {
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      if (!asked) break
      const { status, location } = await ask(asked, { ...options, timeouts, signal: limit })
      const next = status >= 300 && status < 400 && location ? URL.parse(location, asked) : null
      if (!next) return answerOf(status)
      asked = next
      await pause(rest, null, { signal: limit })
    }
    return noAnswer(asked ? 'redirects' : 'no-http')
  } catch (error) {
    signal?.throwIfAborted()
    const answer = noAnswer(reasonOf(error))
    const failedHost = asked?.hostname ?? ''
    return answer.outcome === 'fails' && failedHost !== start?.hostname ? { ...answer, failedHost } : answer
  }
}

/** Asks for the head, and again with GET when that is refused or fails: some servers answer HEAD wrongly, or not at all. */
async function ask(
  url: URL,
  {
    program,
    network = publicNetwork,
    timeouts,
    signal,
  }: Required<Omit<LinkCheckOptions, 'network'>> & LinkCheckOptions,
): Promise<Head> {
  const send = (method: 'HEAD' | 'GET') => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeouts.request)])
    return askServer(url, { method, network, program, signal: limit })
  }
  try {
    const head = await send('HEAD')
    if (head.status < 400) return head
  } catch (error) {
    if (!['no-answer', 'no-http'].includes(reasonOf(error))) throw error
  }
  await pause(rest, null, { signal })
  return send('GET')
}

function noAnswer(reason: NoAnswer): LinkAnswer {
  return { outcome: reason === 'no-host' || reason === 'no-answer' ? 'fails' : 'unknown', status: null, reason }
}

function reasonOf(error: unknown): NoAnswer {
  const { code = '' } = error as { code?: string | number }
  const known = REASONS[String(code)]
  if (known) return known
  if (error instanceof DOMException) return 'no-answer'
  return /CERT|UNABLE_TO|SSL|TLS/.test(String(code)) ? 'certificate' : 'no-http'
}
