import type { Day } from '#domain/dates.ts'
import type { ContentKind } from './content-kind.ts'
import type { Stage, TimelineEvent } from './recruitment.ts'

/** The events of a recruitment on one day, grouped by notice. */
export interface DayOfEvents {
  day: Day
  notices: { kind: ContentKind; notice: Stage; labels: string[] }[]
}

/**
 * Groups the events of a timeline by day, and by notice within a day. The posting of a notice is left out on a day for
 * which the notice has another event.
 *
 * @param events sorted by day
 */
export function byDay(events: readonly TimelineEvent[]): DayOfEvents[] {
  return groupBy(events, ({ day }) => day).map((ofDay) => ({
    day: ofDay[0]?.day ?? '',
    notices: groupBy(ofDay, ({ kind, notice }) => `${kind.table} ${notice.slug}`).flatMap(ofNotice),
  }))
}

/** @returns the events grouped by key, in the order of the first event of each group */
function groupBy(events: readonly TimelineEvent[], keyOf: (event: TimelineEvent) => string): TimelineEvent[][] {
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

/** @returns the days before today, and the days from today on, each in the given order */
export function atToday(days: readonly DayOfEvents[], today: Day): { past: DayOfEvents[]; ahead: DayOfEvents[] } {
  return { past: days.filter(({ day }) => day < today), ahead: days.filter(({ day }) => day >= today) }
}
