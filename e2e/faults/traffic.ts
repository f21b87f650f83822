import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface Call {
  /** What it counts as. */
  kind: string
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface Answer {
  kind: string
  path: string
  /** When it was sent (performance.now), and milliseconds until the answer was complete. */
  sentAt: number
  duration: number
  /** 0 without an answer; then `error` is the code of the failure. */
  status: number
  error?: string
  headers: IncomingHttpHeaders
}

export interface Traffic {
  /** Answers so far; callers may empty the list. */
  readonly answers: Answer[]
  readonly inFlight: number
  /** Sends nothing more and waits for the answers. @returns all answers */
  stop(): Promise<Answer[]>
}

/** Milliseconds after which a request counts as unanswered. */
const TIMEOUT = 60_000

/**
 * Sends requests at a constant rate, however long the answers take, over connections that are used again.
 * @param next makes the request with this number
 */
export function startTraffic(url: string, perSecond: number, next: (number: number) => Call): Traffic {
  const agent = new Agent({ keepAlive: true })
  const answers: Answer[] = []
  const open = new Set<Promise<void>>()
  const startedAt = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - startedAt) / 1_000) * perSecond; sent += 1) {
      const answered = ask(url, next(sent), agent).then((answer) => void answers.push(answer))
      open.add(answered)
      void answered.then(() => open.delete(answered))
    }
  }, 5)
  return {
    answers,
    get inFlight() {
      return open.size
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      agent.destroy()
      return answers
    },
  }
}

/** Sends one request. */
export function ask(url: string, { kind, path, body, ...options }: Call, agent?: Agent): Promise<Answer> {
  const sentAt = performance.now()
  return new Promise((resolve) => {
    const finish = (status: number, headers: IncomingHttpHeaders, error?: string) =>
      resolve({ kind, path, sentAt, duration: performance.now() - sentAt, status, headers, ...(error && { error }) })
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const headers = { 'x-forwarded-for': visitorAddress(), ...options.headers, ...length }
    const sending = request(url + path, { ...options, headers, agent: agent ?? false }, (response) => {
      response
        .resume()
        .on('end', () => finish(response.statusCode ?? 0, response.headers))
        .on('error', (error: NodeJS.ErrnoException) => finish(0, {}, error.code))
    })
    const timer = setTimeout(() => sending.destroy(Object.assign(new Error('No answer'), { code: 'TIMEOUT' })), TIMEOUT)
    sending
      .on('error', ({ code }: NodeJS.ErrnoException) =>
        // A port that closes resets connections that were not accepted yet.
        finish(0, {}, code === 'ECONNRESET' && !sending.reusedSocket ? 'ECONNRESET of a new connection' : code),
      )
      .on('close', () => clearTimeout(timer))
    sending.end(body)
  })
}

/** Runs traffic for so many seconds. */
export async function trafficFor(seconds: number, ...options: Parameters<typeof startTraffic>): Promise<Answer[]> {
  const traffic = startTraffic(...options)
  await pause(seconds * 1_000)
  return traffic.stop()
}

/** @returns milliseconds within which this share of the answers came */
export function percentile(answers: Answer[], share: number): number {
  const sorted = answers.map(({ duration }) => duration).toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Prints how often requests failed in which way. */
export function printFailures(name: string, failed: Answer[]): void {
  const counts: Record<string, number> = {}
  for (const { kind, status, error } of failed) {
    const reason = `${kind} ${error ?? status}`
    counts[reason] = (counts[reason] ?? 0) + 1
  }
  const reasons = Object.entries(counts).map(([reason, count]) => `${count} x ${reason}`)
  if (reasons.length > 0) console.log(`${name}: ${reasons.join(', ')}`)
}

/** Limits are per address, so requests come from a thousand. */
function visitorAddress(): string {
  const number = Math.floor(Math.random() * 1_000)
  return `10.0.${number >> 8}.${number & 255}`
}
