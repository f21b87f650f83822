import { daysBetween, formatDay, knownDay, type Day } from './dates.ts'
import { APPLICATION } from './messages.ts'

export interface ApplicationDates {
  /** First day of applications, 'YYYY-MM-DD'; missing or a placeholder counts as not started. */
  start: string | null
  /** Last day of applications, open until 23:59:59 in India; missing counts as never ending. */
  end: string | null
  /** Address of the form; empty while there is none. */
  link: string | null
}

export interface ApplicationState {
  name: 'ended' | 'not-started' | 'link-pending' | 'active'
  /** Heading of the state. */
  label: string
  /** Text of the button, or of the line that replaces it. */
  text: string
  /** The form's address, only while one can apply. */
  link: string | null
  /** Days until the last date: 0 on the last day; null without one, or once ended. */
  daysLeft: number | null
  start: Day | null
  end: Day | null
}

/**
 * State of an application on a day, by calendar days in Indian standard time.
 * Order of tests: ended, not-started, link-pending, active. Source: docs/behaviour/notices.md#application-state.
 */
export function applicationState(dates: ApplicationDates, today: Day): ApplicationState {
  const start = knownDay(dates.start)
  const end = knownDay(dates.end)
  const link = dates.link?.trim() || null
  const daysLeft = end && end >= today ? daysBetween(today, end) : null
  const shared = { start, end, daysLeft }

  if (end && today > end) {
    return { ...shared, name: 'ended', label: APPLICATION.ended, text: APPLICATION.ended, link: null }
  }
  if (!start || today < start) {
    const text = link ? APPLICATION.openingSoon : activation(start, APPLICATION.activateOn)
    return { ...shared, name: 'not-started', label: APPLICATION.openingSoon, text, link: null }
  }
  if (!link) {
    const text = activation(start, APPLICATION.supposedOn)
    return { ...shared, name: 'link-pending', label: APPLICATION.pending, text, link: null }
  }
  return { ...shared, name: 'active', label: APPLICATION.open, text: APPLICATION.clickHere, link }
}

function activation(start: Day | null, on: (day: string) => string): string {
  return start ? on(formatDay(start)) : APPLICATION.activateOnStart
}
