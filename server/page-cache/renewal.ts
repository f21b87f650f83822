import { setTimeout as pause } from 'node:timers/promises'
import { indianDay, untilIndianMidnight } from '#domain/dates.ts'
import type { AnswerStore } from './answer-store.ts'
import { KeptAnswer } from './kept-answer.ts'
import { createRenders } from './renders.ts'

export interface RenewalOptions {
  /** Answers a request that says nothing about who asks. @param shows told what the answer is made of */
  render: (request: Request, shows: (part: string) => void) => Promise<Response>
  siteUrl: string
  publishableKey: string
  /** Milliseconds since the epoch. */
  clock: () => number
}

/** While the database is away, it is asked again after so many milliseconds. */
const AWAY_PAUSE = 1_000

/** Milliseconds that nobody has to wait longer for something newer than an answer of before. */
const LONGEST_WAIT = 1_000

/** Renders what is missing in a store or outdated, and keeps it there. */
export function createRenewal(store: AnswerStore<KeptAnswer>, options: RenewalOptions) {
  const { siteUrl, publishableKey, clock } = options
  const renders = createRenders(render)
  let awayUntil = 0

  /** What it is asked for, without a word of the visitor's own. */
  async function render(address: string, shows: Set<string>): Promise<KeptAnswer> {
    const renderedAt = clock()
    const until = renderedAt + untilIndianMidnight(renderedAt)
    const headers = address.startsWith('/rest/') ? { apikey: publishableKey } : undefined
    const request = new Request(siteUrl + address, headers && { headers })
    const response = await options.render(request, (part) => shows.add(part))
    return KeptAnswer.of(response, { parts: shows, renderedAt, until })
  }

  function keep(address: string, answer: KeptAnswer, isOutdated: boolean): void {
    // What began later may be there already.
    if (isOutdated && store.get(address)?.isOutdated === false) return
    answer.onChange = () => store.measure(address, answer)
    answer.isOutdated = isOutdated
    store.set(address, answer)
  }

  async function renewed(address: string): Promise<KeptAnswer> {
    const { answer, isOutdated } = await renders.of(address, indianDay(clock()))
    // A picture is also refused when too many wait to be drawn.
    if (answer.status === 503 && !address.startsWith('/share/')) awayUntil = clock() + AWAY_PAUSE
    if (answer.status >= 500) return answer
    awayUntil = 0
    if (answer.status === 200) keep(address, answer, isOutdated())
    else store.delete(address)
    return answer
  }

  return {
    /** The answer as it is now, also when it is a failure. */
    renewed,
    /** @returns null when there is none, or when it takes too long */
    async renewedSoon(address: string): Promise<KeptAnswer | null> {
      if (clock() < awayUntil) return null
      const arrived = new AbortController()
      const patience = pause(LONGEST_WAIT, null, arrived).catch(() => null)
      const answer = await Promise.race([renewed(address), patience]).finally(() => arrived.abort())
      return answer && answer.status < 500 ? answer : null
    },
    /** @param parts what has changed; null for anything */
    outdate(parts: ReadonlySet<string> | null): void {
      store.outdate(parts)
      renders.outdate(parts)
    },
  }
}
