import { RealtimeClient, type RealtimeChannel } from '@supabase/realtime-js'
import type { ContentTable } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'
import type { NoticeChange } from '#domain/live-list.ts'
import { CHANGES_BATCH_MS, HIDDEN_LIVE_MS, LIVE_GAP_MS, REALTIME_EVENTS_PER_SECOND } from '#domain/limits.ts'

export interface LiveListener {
  /** In the order they happened. */
  changed: (table: ContentTable, changes: NoticeChange[]) => void
  /** Changes may have been missed: what is shown has to be fetched again. */
  lapsed: () => void
  /** Whether what is shown was fetched too long ago to trust, whenever that was. */
  isOld: () => boolean
}

export interface LiveInterest {
  tables: readonly ContentTable[]
  listener: LiveListener
  /** When what is shown was fetched, on the clock of performance.now(). */
  since: number
}

/** One connection per document, for whatever its page shows at the moment. */
let connection: Connection | undefined

/**
 * Tells of every change of public notices as it happens. A connection that breaks off comes back by itself, and rests
 * while nobody looks at the page. Source: specification, section 4, Admin list; section 7, Public reads; section 9.
 *
 * @param key the publishable key
 * @returns stops telling
 */
export function followNotices(key: string, interest: LiveInterest): () => void {
  connection ??= new Connection(key)
  return connection.follow(interest)
}

class Connection {
  readonly #interests = new Set<LiveInterest>()
  readonly #client: RealtimeClient
  #channel: RealtimeChannel | undefined
  #joined = ''
  #isResting = false
  #looked = 0
  #batches = new Map<ContentTable, NoticeChange[]>()

  constructor(key: string) {
    this.#client = new RealtimeClient(`${location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
      params: { apikey: key, eventsPerSecond: REALTIME_EVENTS_PER_SECOND },
    })
    let rest: ReturnType<typeof setTimeout> | undefined
    addEventListener('focus', () => this.#look())
    document.addEventListener('visibilitychange', () => {
      clearTimeout(rest)
      if (document.visibilityState === 'visible') this.#look()
      else rest = setTimeout(() => this.#rest(), HIDDEN_LIVE_MS)
    })
  }

  follow(interest: LiveInterest): () => void {
    this.#interests.add(interest)
    this.#adapt()
    return () => {
      this.#interests.delete(interest)
      this.#adapt()
    }
  }

  /** Effects of one page run one after the other: the channel changes once for all of them. */
  #adapt(): void {
    queueMicrotask(() => this.#join())
  }

  #join(): void {
    const tables = this.#isResting ? [] : [...new Set([...this.#interests].flatMap((interest) => interest.tables))]
    const wanted = tables.sort().join()
    if (wanted === this.#joined) return
    this.#joined = wanted
    if (this.#channel) void this.#client.removeChannel(this.#channel)
    this.#channel = undefined
    if (wanted) this.#channel = this.#subscribe(this.#client.channel(`notices:${wanted}`), tables)
  }

  #subscribe(channel: RealtimeChannel, tables: ContentTable[]): RealtimeChannel {
    for (const table of tables) {
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) => {
        const noticed = change.eventType === 'DELETE' ? removed(change.old) : written(change.new)
        if (noticed) this.#collect(table, noticed)
      })
    }
    let isFirst = true
    return channel.subscribe((status) => {
      if (channel !== this.#channel || status !== 'SUBSCRIBED') return
      const oldest = performance.now() - LIVE_GAP_MS
      for (const { listener, since } of this.#interests) {
        if (!isFirst || since < oldest || listener.isOld()) listener.lapsed()
      }
      isFirst = false
    })
  }

  /** The first change shows at once, those that follow on its heels together. */
  #collect(table: ContentTable, change: NoticeChange): void {
    const batch = this.#batches.get(table)
    if (batch) return void batch.push(change)
    this.#tell(table, [change])
    this.#batches.set(table, [])
    setTimeout(() => {
      const collected = this.#batches.get(table) ?? []
      this.#batches.delete(table)
      if (collected.length > 0) this.#tell(table, collected)
    }, CHANGES_BATCH_MS)
  }

  #tell(table: ContentTable, changes: NoticeChange[]): void {
    for (const { tables, listener } of this.#interests) if (tables.includes(table)) listener.changed(table, changes)
  }

  /** Somebody looks at the page again. Focus and visibility come together and count once. */
  #look(): void {
    const now = performance.now()
    if (now - this.#looked < CHANGES_BATCH_MS) return
    this.#looked = now
    for (const { listener } of this.#interests) listener.lapsed()
    if (!this.#isResting) return
    this.#isResting = false
    this.#adapt()
  }

  #rest(): void {
    this.#isResting = true
    this.#adapt()
  }
}

function written(row: Record<string, unknown>): NoticeChange | null {
  return isNoticeCard(row) ? { type: 'written', notice: row } : null
}

function removed({ id }: Record<string, unknown>): NoticeChange | null {
  return typeof id === 'number' ? { type: 'removed', id } : null
}

/** Visitors do not download a library for these few fields of our own server. */
function isNoticeCard(row: Record<string, unknown>): row is NoticeCard {
  const texts = [row['slug'], row['title'], row['created_at'], row['posted_at']]
  return typeof row['id'] === 'number' && texts.every((text) => typeof text === 'string')
}
