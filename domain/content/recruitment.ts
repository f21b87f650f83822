import { indianDay, knownDay, type Day } from '#domain/dates.ts'
import type { ContentKind, ContentTable } from './content-kind.ts'
import { siblingsByKind, type Organization, type Sibling } from './notice.ts'
import { kindOfTable } from './registry.ts'

/** A recruitment as its own page shows it. */
export interface Recruitment {
  title: string
  slug: string
  updated_at: string
  organization: Organization | null
  notices: Stage[]
}

/** A notice of a recruitment with the dates that its column names carry. */
export interface Stage extends Sibling {
  dates: Record<string, string>
}

export interface TimelineEvent {
  day: Day
  label: string
  /** Whether this is the day the notice was posted, not a date that it names. */
  isPosting: boolean
  /** The notice that says so. */
  kind: ContentKind
  notice: Stage
}

/** The stages of a recruitment in the order of its life; a document belongs to none and comes last. */
const LIFE: ContentTable[] = ['jobs', 'admissions', 'syllabus', 'admit_cards', 'answer_keys', 'results', 'documents']

/** Stages that every recruitment has, so applicants wait for them. */
const AWAITED = new Set<ContentTable>(['jobs', 'syllabus', 'admit_cards', 'answer_keys', 'results'])

/**
 * Everything dated in a recruitment, oldest first: the dates its notices name, and the days they were posted.
 * A date that two notices name alike is shown once, with the notice that comes first in a recruitment's life.
 */
export function timeline(notices: readonly Stage[]): TimelineEvent[] {
  const events = siblingsByKind(notices).flatMap(({ kind, sibling }) => {
    const notice = sibling as Stage
    const named = kind.dates.flatMap(({ label, fields }) => {
      const day = fields.map((field) => knownDay(notice.dates[field])).find((found) => found !== null)
      return day ? [{ day, label, isPosting: false, kind, notice }] : []
    })
    return [
      ...named,
      { day: indianDay(notice.posted_at), label: `${stageName(kind)} posted`, isPosting: true, kind, notice },
    ]
  })
  const seen = new Set<string>()
  return events
    .filter(({ day, label }) => !seen.has(`${day} ${label}`) && seen.add(`${day} ${label}`))
    .toSorted((a, b) => a.day.localeCompare(b.day))
}

/** @returns each stage with its notices; a stage without one is still awaited */
export function stages(notices: readonly Stage[]): { kind: ContentKind; notices: Stage[] }[] {
  return LIFE.map((table) => ({
    kind: kindOfTable(table),
    notices: notices.filter((notice) => notice.table === table),
  })).filter((stage) => stage.notices.length > 0 || AWAITED.has(stage.kind.table))
}

/** @returns 'Admit card' */
export function stageName({ singular }: ContentKind): string {
  return singular.charAt(0).toUpperCase() + singular.slice(1)
}
