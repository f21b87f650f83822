import { applicationState, type ApplicationState } from '#domain/application-state.ts'
import type { Day } from '#domain/dates.ts'
import type { ContentKind } from './content-kind.ts'
import type { NoticeCard } from './notice.ts'
import { firstText } from './notice-columns.ts'

/** @returns the state of the application of a notice, or null for kinds without applications */
export function noticeApplication(kind: ContentKind, notice: NoticeCard, today: Day): ApplicationState | null {
  if (!kind.application) return null
  const { start, end, link } = kind.application
  const dates = { start: firstText(notice, start), end: firstText(notice, end), link: firstText(notice, link) }
  return applicationState(dates, today)
}
