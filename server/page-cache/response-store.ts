/** An item that can be cached. */
export interface Cacheable {
  /** Cache tags of tables and rows; an item without tags is invalidated by every change. */
  readonly tags: ReadonlySet<string>
  readonly bytes: number
  /** Whether one of its tags was invalidated. */
  isStale: boolean
}

interface Entry<T> {
  item: T
  bytes: number
  /** Whether the item was read since the eviction last moved it to the end of the queue. */
  wasRead: boolean
}

/** The largest share of the capacity that one item may take. */
const LARGEST_SHARE = 1 / 8

/**
 * Items by cache key, with bounded memory. When the store is full, the oldest item that was not read again is evicted,
 * so that a crawler that requests every page once does not evict the pages that visitors read.
 * @param capacity in bytes
 */
export class ResponseStore<T extends Cacheable> {
  readonly #capacity: number
  readonly #entries = new Map<string, Entry<T>>()
  readonly #byTag = new Map<string, Set<T>>()
  #bytes = 0
  evicted = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (entry) entry.wasRead = true
    return entry?.item
  }

  set(key: string, item: T): void {
    this.delete(key)
    if (item.bytes > this.#capacity * LARGEST_SHARE) return
    this.#entries.set(key, { item, bytes: item.bytes, wasRead: false })
    this.#bytes += item.bytes
    for (const tag of tagsOf(item)) this.#tagged(tag).add(item)
    this.#evict()
  }

  /** Updates the size of the store after the size of an item has changed; has no effect when the item is not stored. */
  resize(key: string, item: T): void {
    const entry = this.#entries.get(key)
    if (entry?.item !== item) return
    this.#bytes += item.bytes - entry.bytes
    entry.bytes = item.bytes
    this.#evict()
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
    for (const tag of tagsOf(entry.item)) {
      const tagged = this.#byTag.get(tag)
      tagged?.delete(entry.item)
      if (tagged?.size === 0) this.#byTag.delete(tag)
    }
  }

  /** @param tags changed cache tags; null for all */
  invalidate(tags: ReadonlySet<string> | null): void {
    if (tags === null) for (const { item } of this.#entries.values()) item.isStale = true
    else for (const tag of [ANY_CHANGE, ...tags]) for (const item of this.#byTag.get(tag) ?? []) item.isStale = true
  }

  #tagged(tag: string): Set<T> {
    const tagged = this.#byTag.get(tag) ?? new Set()
    this.#byTag.set(tag, tagged)
    return tagged
  }

  #evict(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.#capacity) return
      if (entry.wasRead && !entry.item.isStale) {
        // An item that was read moves to the end of the queue; it is evicted next time, unless it is read again.
        entry.wasRead = false
        this.#entries.delete(key)
        this.#entries.set(key, entry)
      } else {
        this.delete(key)
        this.evicted += 1
      }
    }
  }
}

/** The tag of items without tags. */
const ANY_CHANGE = ''

function tagsOf(item: Cacheable): Iterable<string> {
  return item.tags.size > 0 ? item.tags : [ANY_CHANGE]
}
