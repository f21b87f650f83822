import { DETAIL_CACHE_ENTRIES, DETAIL_CACHE_MS } from '#domain/limits.ts'

/**
 * Details a visitor has fetched or is likely to open next, by path. Lives as long as the page.
 * Source: specification, section 2, Detail pages ("cached in memory per slug").
 */
export class NoticeCache<T> {
  readonly #entries = new Map<string, { value: T; at: number }>()
  readonly #clock: () => number

  /** @param clock milliseconds on any steady clock */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  get(path: string): T | undefined {
    const entry = this.#entries.get(path)
    return entry && this.#clock() - entry.at < DETAIL_CACHE_MS ? entry.value : undefined
  }

  set(path: string, value: T): void {
    this.#entries.delete(path)
    this.#entries.set(path, { value, at: this.#clock() })
    const oldest = this.#entries.keys().next()
    if (this.#entries.size > DETAIL_CACHE_ENTRIES && !oldest.done) this.#entries.delete(oldest.value)
  }
}
