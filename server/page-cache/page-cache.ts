import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ChangeFeed } from '#backend/realtime/change-feed.ts'
import { AnswerStore } from './answer-store.ts'
import { changedParts } from './changed-parts.ts'
import { keptAddress } from './kept-address.ts'
import type { KeptAnswer } from './kept-answer.ts'
import { isVisitorsRead, keptTableRead } from './kept-table-read.ts'
import { createRenewal, type RenewalOptions } from './renewal.ts'

export interface PageCacheOptions extends RenewalOptions {
  feed: Pick<ChangeFeed, 'listen' | 'readUntil'>
  /** Bytes that answers may take. */
  room: number
}

export interface PageCache {
  /**
   * Answers a request from memory, or renders what may be kept.
   * @returns false for every other request, which it leaves alone
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  readonly figures: Readonly<{
    hits: number
    misses: number
    /** Answers of before, sent while nothing newer could be had. */
    stale: number
  }>
  /** What it holds now. */
  readonly held: { answers: number; bytes: number; evicted: number }
}

/** The feed looks once a second: when it has not for so many milliseconds, changes may have gone unnoticed. */
const LONGEST_UNCONFIRMED = 2_500

/** An answer of before is told for a day at most, in milliseconds. Source: fault cases, R9 */
const LONGEST_STALE = 86_400_000

/** Where tables are read, with a key; everything else that is kept needs none. */
const TABLE_READS = '/rest/v1/'

/** Answers that are the same for every visitor, rendered once per change. Source: docs/decisions/021 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { publishableKey, feed, room, clock } = options
  const store = new AnswerStore<KeptAnswer>(room)
  const renewal = createRenewal(store, options)
  const figures = { hits: 0, misses: 0, stale: 0 }
  feed.listen({
    changed: (changes) => renewal.outdate(changedParts(changes)),
    lost: () => renewal.outdate(null),
  })

  function isCurrent(kept: KeptAnswer): boolean {
    const isConfirmed = performance.now() - feed.readUntil < LONGEST_UNCONFIRMED
    return !kept.isOutdated && isConfirmed && clock() < kept.until
  }

  async function answerAnew(
    address: string,
    before: KeptAnswer | null,
    [request, response]: [IncomingMessage, ServerResponse],
  ): Promise<void> {
    const fresh = before ? await renewal.renewedSoon(address) : await renewal.renewed(address)
    figures[fresh ? 'misses' : 'stale'] += 1
    if (fresh) await fresh.send(request, response)
    else await before?.send(request, response, staleMark(before, clock()))
  }

  return {
    figures,
    get held() {
      return { answers: store.size, bytes: store.bytes, evicted: store.evicted }
    },
    answer(request, response) {
      if (!isForEverybody(request, publishableKey)) return false
      const { url = '' } = request
      // Whatever lies under an address is kept there for everybody who may have what is kept.
      const known = store.get(url)
      const address = known ? url : addressOf(url)
      if (address === null) return false
      const kept = known ?? store.get(address)
      if (kept && isCurrent(kept)) {
        figures.hits += 1
        // Only a form that nobody has asked for before has to be waited for.
        kept.send(request, response)?.catch(() => response.destroy())
      } else {
        const before = kept && clock() - kept.renderedAt < LONGEST_STALE ? kept : null
        answerAnew(address, before, [request, response]).catch(() => response.destroy())
      }
      return true
    },
  }
}

/** A request that says nothing of who asks, and brings nothing along. Tables are read with a key. */
function isForEverybody({ method, url = '', headers }: IncomingMessage, publishableKey: string): boolean {
  if (url.startsWith(TABLE_READS)) return method === 'GET' && isVisitorsRead(headers, publishableKey)
  const isRead = method === 'GET' || method === 'HEAD'
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return isRead && !hasBody && headers.authorization === undefined
}

/** @returns the address under which an answer is kept, or null when it must be made for whoever asks */
function addressOf(url: string): string | null {
  if (!url.startsWith(TABLE_READS)) return keptAddress(url)
  return keptTableRead(url) === null ? null : url
}

/** Source: RFC 9111, section 5.1; RFC 9211 */
function staleMark({ renderedAt }: KeptAnswer, now: number): string[] {
  const age = Math.floor((now - renderedAt) / 1_000)
  return ['age', String(age), 'cache-status', 'suchana; hit; detail="database-away"']
}
