import { hash, randomUUID } from 'node:crypto'

export interface RecentCountsOptions {
  /** Length of a window in milliseconds. */
  window: number
  /** Different keys that a window counts. */
  most: number
  /** Milliseconds. */
  clock: () => number
}

/**
 * Counts keys in the present window and the one before, so that at least the last window counts, and at most two. When
 * a window has its most keys, no further key is counted in it: a flood of keys makes nothing forget the others.
 */
export class RecentCounts {
  readonly #options: RecentCountsOptions
  /** Makes it impossible to choose a key that is counted together with another one. */
  readonly #salt = randomUUID()
  #present = new Map<string, number>()
  #previous = new Map<string, number>()
  #window = -Infinity

  constructor(options: RecentCountsOptions) {
    this.#options = options
  }

  of(key: string): number {
    this.#turn()
    return this.#count(this.#hashOf(key))
  }

  /** @returns the count of the key with this one */
  add(key: string): number {
    this.#turn()
    const hashed = this.#hashOf(key)
    const present = this.#present.get(hashed)
    if (present !== undefined || this.#present.size < this.#options.most) this.#present.set(hashed, (present ?? 0) + 1)
    return this.#count(hashed)
  }

  #count(hashed: string): number {
    return (this.#present.get(hashed) ?? 0) + (this.#previous.get(hashed) ?? 0)
  }

  /** Keys contain addresses and what visitors type, of any length: only their hashes stay in memory. */
  #hashOf(key: string): string {
    return hash('sha1', this.#salt + key, 'base64url')
  }

  #turn(): void {
    const { clock, window: length } = this.#options
    const window = Math.floor(clock() / length)
    if (window === this.#window) return
    this.#previous = window === this.#window + 1 ? this.#present : new Map()
    this.#present = new Map()
    this.#window = window
  }
}
