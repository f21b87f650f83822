import { capitalized } from '#domain/capitalized.ts'
import { indianDay, knownDay, type Day } from '#domain/dates.ts'
import type { NumbersByCategory } from './categories-of-applicants.ts'
import type { ContentKind } from './content-kind.ts'
import { siblingsByKind, type Correction, type Organization, type Sibling } from './notice.ts'
import { CONTENT_KINDS } from './registry.ts'

/** A recruitment as its own page shows it. */
export interface Recruitment {
  title: string
  slug: string
  updated_at: string
  organization: Organization | null
  notices: Stage[]
}

/** A notice of a recruitment with its dates by column name, as far as it states them. */
export interface Stage extends Sibling {
  dates: Record<string, string>
  notification_link?: string | undefined
  official_website?: string | undefined
  total_posts?: number | undefined
  /** Numbers by category. */
  category_vacancies?: NumbersByCategory | undefined
  /** Marks by category. */
  cutoffs?: NumbersByCategory | undefined
  corrections?: Correction[]
}

export interface TimelineEvent {
  day: Day
  label: string
  /** Whether this is the day on which the notice was posted, and not one of its dates. */
  isPosting: boolean
  /** The notice that the event belongs to. */
  kind: ContentKind
  notice: Stage
}

/** The stages of a recruitment in chronological order; kinds that are no stage, such as documents, come last. */
const STAGES = CONTENT_KINDS.toSorted((a, b) => (a.stage?.order ?? Infinity) - (b.stage?.order ?? Infinity))

/**
 * Lists all dates of a recruitment, oldest first: those of its notices, and the days on which they were posted. A date
 * that two notices have with the same label is listed once, for the notice of the earlier stage.
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
  const known = new Set<string>()
  return events
    .filter(({ day, label }) => !known.has(`${day} ${label}`) && known.add(`${day} ${label}`))
    .toSorted((a, b) => a.day.localeCompare(b.day))
}

/** @returns each stage with its notices; a stage without one is still awaited */
export function stages(notices: readonly Stage[]): { kind: ContentKind; notices: Stage[] }[] {
  return STAGES.map((kind) => ({
    kind,
    notices: notices.filter(({ table }) => table === kind.table),
  })).filter((found) => found.notices.length > 0 || found.kind.stage?.isAwaited)
}

/** @returns 'Admit card' */
export function stageName({ singular }: ContentKind): string {
  return capitalized(singular)
}
