import { capitalized } from '#domain/capitalized.ts'
import type { ContentKind, ContentTable } from '#domain/content/content-kind.ts'
import { kindOfTable, noticePath } from '#domain/content/registry.ts'
import { formatDay } from '#domain/dates.ts'
import { PUSH_BODY_MAX, PUSH_TITLE_MAX } from './limits.ts'
import { DEFAULT_PUSH_CATEGORY } from './preferences.ts'

interface NotifiedNotice {
  title: string
  slug: string
  /** YYYY-MM-DD */
  apply_end_date?: string | null | undefined
}

/** @returns a draft of a notification about a notice */
export function notificationAbout(table: ContentTable, notice: NotifiedNotice) {
  const kind = kindOfTable(table)
  const { category = DEFAULT_PUSH_CATEGORY, defaultBody } = kind.push ?? {}
  const lastDay = notice.apply_end_date ? `Apply by ${formatDay(notice.apply_end_date)}.` : ''
  const body = defaultBody ? lastDay || defaultBody : `${kind.tabLabel}. ${lastDay || 'See the details.'}`
  return {
    title: cut(notice.title, PUSH_TITLE_MAX),
    body: cut(body, PUSH_BODY_MAX),
    category,
    url: noticePath(kind, notice.slug),
  }
}

/** @returns what a new notice is: 'New job notice', 'Admit card is out' */
export function newNoticeText({ application, singular }: ContentKind): string {
  return application ? `New ${singular} notice` : `${capitalized(singular)} is out`
}

/** @returns a text of at most so many characters, with … for what is left out, which never is half of a character */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const start = text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${start.trimEnd()}…`
}
