/** How an open list follows changes. Source: specification, section 4, Admin list; decisions, "Lists and search". */
import type { ContentKind } from './content/content-kind.ts'
import type { NoticeCard } from './content/notice.ts'
import { compareMoments } from './dates.ts'
import { searchText } from './search-text.ts'

export type NoticeChange = { type: 'written'; notice: NoticeCard } | { type: 'removed'; id: number }

interface LatestChange {
  change: NoticeChange
  /** Arrived while the reader was further down: shown when asked for. */
  isHeld: boolean
}

/** The last change of every notice that changed since a list was fetched, by id. */
export type Overlay = ReadonlyMap<number, LatestChange>

export interface ListRules {
  /** Whether a notice stands in this list at all. */
  belongs: (notice: NoticeCard) => boolean
  /** Whether the list begins with a further page. */
  hasNewer?: boolean
  /** Whether the database holds older rows than the last one fetched. */
  hasOlder: boolean
  /** Rows shown at most, where there is such a bound. */
  rowsMax?: number
}

/**
 * @param changes in the order they happened
 * @param holdsNew whether new notices wait instead of moving what is being read
 */
export function withChanges(overlay: Overlay, changes: readonly NoticeChange[], holdsNew: boolean): Overlay {
  const latest = new Map(overlay)
  for (const change of changes) {
    const id = idOf(change)
    latest.set(id, { change, isHeld: latest.get(id)?.isHeld ?? holdsNew })
  }
  return latest
}

/** @returns the same changes; none of them waits any longer */
export function released(overlay: Overlay): Overlay {
  return new Map([...overlay].map(([id, { change }]) => [id, { change, isHeld: false }]))
}

/** @returns the changes that are not in the overlay of an earlier moment */
export function changesSince(overlay: Overlay, earlier: Overlay): Overlay {
  return new Map([...overlay].filter(([id, latest]) => earlier.get(id)?.change !== latest.change))
}

/**
 * @param fetched newest first
 * @returns the rows as they are now, newest first and each once, and how many new ones wait
 */
export function liveRows(fetched: readonly NoticeCard[], overlay: Overlay, rules: ListRules) {
  if (overlay.size === 0) return { rows: [...fetched], waiting: 0 }
  const shown = new Set(fetched.map(({ id }) => id))
  const [newest] = fetched
  const oldest = fetched.at(-1)
  const arrived = [...overlay.values()].flatMap(({ change, isHeld }) =>
    change.type === 'written' && rules.belongs(change.notice) ? [{ ...change, isHeld }] : [],
  )
  const inReach = arrived.filter(
    ({ notice }) =>
      !(rules.hasOlder && oldest && compareNewest(oldest, notice) < 0) &&
      !(rules.hasNewer && newest && compareNewest(notice, newest) < 0),
  )
  const isWaiting = ({ notice, isHeld }: (typeof arrived)[number]) => isHeld && !shown.has(notice.id)
  const rows = [
    ...fetched.filter(({ id }) => !overlay.has(id)),
    ...inReach.filter((entry) => !isWaiting(entry)).map(({ notice }) => notice),
  ]
  return { rows: rows.sort(compareNewest).slice(0, rules.rowsMax), waiting: inReach.filter(isWaiting).length }
}

/**
 * @param page the newest rows, fetched anew; empty only if there are none
 * @param hasOlder whether the database holds older ones
 * @returns those, followed by the older ones that had been fetched before
 */
export function withNewestPage(rows: readonly NoticeCard[], page: readonly NoticeCard[], hasOlder: boolean) {
  const last = page.at(-1)
  const older = last && hasOlder ? rows.filter((row) => compareNewest(last, row) < 0) : []
  const renewed = new Set(page.map(({ id }) => id))
  return [...page, ...older.filter(({ id }) => !renewed.has(id))]
}

/** @returns whether a list searched for a text shows a notice: literal, in any of the kind's fields */
export function isListedFor(kind: ContentKind, text: string, notice: NoticeCard): boolean {
  const wanted = searchText(text).toLowerCase()
  return kind.searchFields.some((field) => {
    const value = notice[field]
    return (typeof value === 'string' ? value : '').toLowerCase().includes(wanted)
  })
}

const idOf = (change: NoticeChange) => (change.type === 'written' ? change.notice.id : change.id)

function compareNewest(one: NoticeCard, other: NoticeCard): number {
  return compareMoments(other.posted_at, one.posted_at) || other.id - one.id
}
