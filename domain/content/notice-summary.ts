import { cutAtWord } from '#domain/cut-at-word.ts'
import { formatDay, type Day } from '#domain/dates.ts'
import { formatNumber } from '#domain/numbers.ts'
import type { ContentKind } from './content-kind.ts'
import { noticeApplication } from './notice-application.ts'
import { noticeDates } from './notice-dates.ts'
import type { Notice } from './notice.ts'
import { firstText } from './notice-columns.ts'

/** Longest description that search engines show, in characters. */
const DESCRIPTION_MAX = 160

/** @returns the description for search engines: the one of the editor, or the most important facts */
export function noticeDescription(kind: ContentKind, notice: Notice, today: Day): string {
  const written = firstText(notice, ['meta_description'])
  if (written) return written
  const facts = [
    notice.organization && `${notice.organization.name}.`,
    state(kind, notice, today),
    typeof notice.total_posts === 'number' && `${formatNumber(notice.total_posts)} posts.`,
    ...noticeDates(kind, notice).map(({ label, day }) => day && `${label}: ${formatDay(day)}.`),
    'Official links and steps.',
  ].filter((fact) => typeof fact === 'string')
  return cutAtWord([`${notice.title}:`, ...facts].join(' '), DESCRIPTION_MAX)
}

/** @returns keywords of the notice, without repetition */
export function noticeKeywords(kind: ContentKind, notice: Notice): string[] {
  const about = [
    notice.title,
    notice.organization?.name,
    firstText(notice, ['exam_name', 'course_name', 'advertisement_no']),
    notice.category?.name,
    kind.label,
    firstText(notice, ['location']),
  ]
  return [...new Set(about.filter((word) => typeof word === 'string'))]
}

function state(kind: ContentKind, notice: Notice, today: Day): string | null {
  const application = noticeApplication(kind, notice, today)
  return application && `${application.label}.`
}
