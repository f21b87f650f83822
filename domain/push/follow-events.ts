import { capitalized } from '#domain/capitalized.ts'
import { byTable, CONTENT_KINDS } from '#domain/content/registry.ts'

/** What a follow can be about besides the notices that are published: a change, and the reminders of a last date. */
export const DATE_EVENTS = ['corrections', 'two_days', 'four_hours'] as const

/** Any notice that is published. */
export const EVERY_NOTICE = 'notices'

/** What followers can hear about: a notice of a kind, by its table, any notice, and the events of its dates. */
export const FOLLOW_EVENTS: readonly string[] = [
  ...CONTENT_KINDS.map(({ table }) => table),
  EVERY_NOTICE,
  ...DATE_EVENTS,
]

export type FollowedKind = 'notice' | 'recruitment' | 'organization' | 'list'

interface FollowChoice {
  event: string
  label: string
}

const STAGE_CHOICES: FollowChoice[] = CONTENT_KINDS.filter(
  ({ stage, application, push }) => stage && push && !application,
)
  .toSorted((one, other) => (one.stage?.order ?? 0) - (other.stage?.order ?? 0))
  .map(({ table, singular }) => ({ event: table, label: `${capitalized(singular)} is out` }))

const DATE_CHOICES: FollowChoice[] = [
  { event: 'corrections', label: 'A date changes' },
  { event: 'two_days', label: '2 days before the last date' },
  { event: 'four_hours', label: '4 hours before the last date ends' },
]

/**
 * What visitors choose from when they follow something, all of it chosen at first but what `DEFAULT_FOLLOW_EVENTS` leaves
 * out. Browsers get the values of this file as constants, without the kinds (scripts/without-kinds.ts).
 * Source: docs/behaviour/following.md#what-a-follow-is-about
 */
export const FOLLOW_CHOICES: Record<FollowedKind, FollowChoice[]> = {
  notice: DATE_CHOICES,
  recruitment: [...STAGE_CHOICES, { event: EVERY_NOTICE, label: 'Any other notice of it' }, ...DATE_CHOICES],
  organization: [{ event: EVERY_NOTICE, label: 'Every new notice' }, ...STAGE_CHOICES, ...DATE_CHOICES],
  list: [{ event: EVERY_NOTICE, label: 'A new notice is in it' }, ...DATE_CHOICES],
}

/** The folder of the pages of a followed notice, by its table. */
export const FOLLOWED_FOLDERS: Record<string, string> = byTable(({ detailFolder }) => detailFolder)

/** The addresses and names of lists that can be followed, by their table. */
export const FOLLOWED_LISTS: Record<string, { path: string; label: string }> = byTable(({ listPath, plural }) => ({
  path: listPath,
  label: capitalized(plural),
}))

/** The events that are chosen when nothing was chosen yet. */
export const DEFAULT_FOLLOW_EVENTS: Record<FollowedKind, string[]> = {
  notice: [...DATE_EVENTS],
  recruitment: FOLLOW_CHOICES.recruitment.map(({ event }) => event),
  organization: [EVERY_NOTICE],
  list: [EVERY_NOTICE],
}
