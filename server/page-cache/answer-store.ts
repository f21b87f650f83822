/** Something that is kept: what it is made of, and how much room it takes. */
export interface Stored {
  /** Tables and rows; with none it is outdated by every change. */
  readonly parts: ReadonlySet<string>
  readonly bytes: number
  /** Whether something that it shows has changed: it is only there for when nothing newer can be had. */
  isOutdated: boolean
}

interface Place<T> {
  item: T
  bytes: number
  /** Whether somebody has asked for it since it was considered last. */
  isWanted: boolean
}

/** One item may take this share of the room at most. */
const LARGEST_SHARE = 1 / 8

/**
 * Items by their address, in bounded room. When it is full, the oldest one that nobody has asked for twice goes first, so
 * that a crawler that visits everything once does not push out what visitors read.
 * @param room in bytes
 */
export class AnswerStore<T extends Stored> {
  readonly #room: number
  readonly #places = new Map<string, Place<T>>()
  readonly #byPart = new Map<string, Set<T>>()
  #bytes = 0
  evicted = 0

  constructor(room: number) {
    this.#room = room
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#places.size
  }

  get(address: string): T | undefined {
    const place = this.#places.get(address)
    if (place) place.isWanted = true
    return place?.item
  }

  set(address: string, item: T): void {
    this.delete(address)
    if (item.bytes > this.#room * LARGEST_SHARE) return
    this.#places.set(address, { item, bytes: item.bytes, isWanted: false })
    this.#bytes += item.bytes
    for (const part of partsOf(item)) this.#sharing(part).add(item)
    this.#makeRoom()
  }

  /** To be called when an item that may be in here takes more or less room than before. */
  measure(address: string, item: T): void {
    const place = this.#places.get(address)
    if (place?.item !== item) return
    this.#bytes += item.bytes - place.bytes
    place.bytes = item.bytes
    this.#makeRoom()
  }

  delete(address: string): void {
    const place = this.#places.get(address)
    if (!place) return
    this.#places.delete(address)
    this.#bytes -= place.bytes
    for (const part of partsOf(place.item)) {
      const sharing = this.#byPart.get(part)
      sharing?.delete(place.item)
      if (sharing?.size === 0) this.#byPart.delete(part)
    }
  }

  /** @param parts what has changed; null for anything */
  outdate(parts: ReadonlySet<string> | null): void {
    if (parts === null) for (const { item } of this.#places.values()) item.isOutdated = true
    else
      for (const part of [ANYTHING, ...parts]) for (const item of this.#byPart.get(part) ?? []) item.isOutdated = true
  }

  #sharing(part: string): Set<T> {
    const sharing = this.#byPart.get(part) ?? new Set()
    this.#byPart.set(part, sharing)
    return sharing
  }

  #makeRoom(): void {
    for (const [address, place] of this.#places) {
      if (this.#bytes <= this.#room) return
      if (place.isWanted && !place.item.isOutdated) {
        // A second chance, at the end of the line.
        place.isWanted = false
        this.#places.delete(address)
        this.#places.set(address, place)
      } else {
        this.delete(address)
        this.evicted += 1
      }
    }
  }
}

/** What an item is made of that does not say it. */
const ANYTHING = ''

function partsOf(item: Stored): Iterable<string> {
  return item.parts.size > 0 ? item.parts : [ANYTHING]
}
