import { relativeDay, type Day } from '#domain/dates.ts'
import type { NoticeState, StateDate } from './notice-state.ts'
import type { SavedNotice } from './saved-notice.ts'

export interface DatedDay extends StateDate {
  day: Day
}

const isDated = (date: StateDate): date is DatedDay => date.day !== null

/** @returns the first date of a notice from today on, the deadline first among those of one day; null without one */
export function nextDate({ dates }: NoticeState, today: Day): DatedDay | null {
  const ahead = dates.filter(isDated).filter((date) => date.day >= today)
  const [next] = ahead.sort(
    (one, other) => one.day.localeCompare(other.day) || Number(other.isDeadline) - Number(one.isDeadline),
  )
  return next ?? null
}

/** @returns the last date of a notice; null without one */
export function lastDate({ dates }: NoticeState): DatedDay | null {
  return (
    dates
      .filter(isDated)
      .sort((one, other) => one.day.localeCompare(other.day))
      .at(-1) ?? null
  )
}

/** @returns 'Last date to apply in 3 days', 'Exam date tomorrow', 'Result 5 days ago' */
export function dateLine({ label, day }: DatedDay, today: Day): string {
  return `${label} ${relativeDay(day, today)}`
}

export interface SavedGroup {
  heading: string
  notices: SavedNotice[]
}

/**
 * Groups saved notices: those with a date to come, the nearest first; those without any date; those whose dates have
 * passed, the last one first; those that were withdrawn. Groups without a notice are left out.
 * Source: docs/behaviour/saved.md#order
 */
export function savedGroups(notices: readonly SavedNotice[], today: Day): SavedGroup[] {
  const groups: Record<string, SavedNotice[]> = { ahead: [], undated: [], passed: [], withdrawn: [] }
  for (const notice of notices) groups[groupOf(notice, today)]?.push(notice)
  const { ahead = [], undated = [], passed = [], withdrawn = [] } = groups
  const nextDay = ({ state }: SavedNotice) => nextDate(state, today)?.day ?? ''
  const lastDay = ({ state }: SavedNotice) => lastDate(state)?.day ?? ''
  return [
    { heading: 'Next dates', notices: sorted(ahead, (one, other) => nextDay(one).localeCompare(nextDay(other))) },
    { heading: 'Without a date', notices: sorted(undated) },
    {
      heading: 'Dates have passed',
      notices: sorted(passed, (one, other) => lastDay(other).localeCompare(lastDay(one))),
    },
    { heading: 'No longer on this site', notices: sorted(withdrawn) },
  ].filter((group) => group.notices.length > 0)
}

function groupOf({ isWithdrawn, state }: SavedNotice, today: Day): string {
  if (isWithdrawn) return 'withdrawn'
  if (nextDate(state, today)) return 'ahead'
  return lastDate(state) ? 'passed' : 'undated'
}

/** Equal ones: the last saved first. */
function sorted(notices: SavedNotice[], compare = (_one: SavedNotice, _other: SavedNotice) => 0): SavedNotice[] {
  return [...notices].sort((one, other) => compare(one, other) || other.savedAt - one.savedAt)
}
