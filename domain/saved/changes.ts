import type { NoticeState, StateDate } from './notice-state.ts'

/**
 * Lists what has changed in a notice between two states, one line for each: 'Last date to apply: 10-11-2026 →
 * 17-11-2026'. A partial state is compared only where it has something.
 * Source: docs/behaviour/saved.md#what-changed
 */
export function noticeChanges(before: NoticeState, now: NoticeState): string[] {
  const title = changed('Title', before.title, now.title)
  if (before.isPartial) return [...title, ...rowChanges(rowsOf(comparableDates(before, now)), rowsOf(now.dates))]
  const dates = [rowsOf(before.dates), rowsOf(now.dates)] as const
  const fees = [feesOf(before), feesOf(now)] as const
  return [
    ...title,
    ...changed('Status', before.status, now.status),
    ...rowChanges(...dates),
    ...newRows(...dates),
    ...rowChanges(...fees),
    ...newRows(...fees),
    ...linkChanges(before, now),
  ]
}

/** The dates of a partial state that can be compared: those that are known now as well, on one side as a day. */
function comparableDates(before: NoticeState, now: NoticeState): StateDate[] {
  return before.dates.filter((date) => {
    const later = now.dates.find(({ label }) => label === date.label)
    return later && (date.day ?? later.day) !== null
  })
}

/** A line of a notice, compared by its label. */
interface Row {
  label: string
  value: string
}

const rowsOf = (dates: readonly StateDate[]): Row[] => dates.map(({ label, text }) => ({ label, value: text }))
const feesOf = ({ fees }: NoticeState): Row[] => fees.map(({ label, text }) => ({ label: `Fee ${label}`, value: text }))
const valueIn = (rows: readonly Row[], wanted: string) => rows.find(({ label }) => label === wanted)?.value ?? null

function rowChanges(earlier: readonly Row[], later: readonly Row[]): string[] {
  return earlier.flatMap(({ label, value }) => changed(label, value, valueIn(later, label)))
}

function newRows(earlier: readonly Row[], later: readonly Row[]): string[] {
  return later.flatMap(({ label, value }) => (valueIn(earlier, label) === null ? changed(label, null, value) : []))
}

/** Links that are gone are left out: the link to apply goes when applications end, which the dates show. */
function linkChanges(before: NoticeState, now: NoticeState): string[] {
  return now.links.flatMap(({ label, href }) => {
    const earlier = before.links.find((link) => link.label === label)
    if (!earlier) return [`New link: ${label}`]
    return earlier.href === href ? [] : [`Changed link: ${label}`]
  })
}

function changed(label: string, before: string | null, now: string | null): string[] {
  return before === now ? [] : [`${label}: ${before ?? 'not stated'} → ${now ?? 'not stated'}`]
}
