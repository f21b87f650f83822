import type { Day } from '#domain/dates.ts'
import type { ContentKind } from './content-kind.ts'
import type { Stage, TimelineEvent } from './recruitment.ts'

/** What happens in a recruitment on one day, by the notice that says so. */
export interface DayOfEvents {
  day: Day
  notices: { kind: ContentKind; notice: Stage; labels: string[] }[]
}

/**
 * The events of a timeline, one entry for each day and in it one for each notice. That a notice was posted is left out on
 * a day when it names something that happens.
 *
 * @param events in the order of their days
 */
export function byDay(events: readonly TimelineEvent[]): DayOfEvents[] {
  return groups(events, ({ day }) => day).map((ofDay) => ({
    day: ofDay[0]?.day ?? '',
    notices: groups(ofDay, ({ kind, notice }) => `${kind.table} ${notice.slug}`).flatMap(ofNotice),
  }))
}

/** @returns the items with the same key together, in the order of their first ones */
function groups(events: readonly TimelineEvent[], keyOf: (event: TimelineEvent) => string): TimelineEvent[][] {
  const found = new Map<string, TimelineEvent[]>()
  for (const event of events) {
    const key = keyOf(event)
    found.set(key, [...(found.get(key) ?? []), event])
  }
  return [...found.values()]
}

function ofNotice(events: TimelineEvent[]): DayOfEvents['notices'] {
  const [first] = events
  if (!first) return []
  const named = events.filter(({ isPosting }) => !isPosting)
  const labels = (named.length > 0 ? named : events).map(({ label }) => label)
  return [{ kind: first.kind, notice: first.notice, labels }]
}

/** @returns the days before today, and today with those after it, in the order they came in */
export function atToday(days: readonly DayOfEvents[], today: Day): { past: DayOfEvents[]; ahead: DayOfEvents[] } {
  return { past: days.filter(({ day }) => day < today), ahead: days.filter(({ day }) => day >= today) }
}
