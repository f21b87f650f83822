import { CONTENT_KINDS, namesOf } from '#domain/content/registry.ts'

/** What a notification can be about: the category of a kind, or general updates. */
export type PushCategory = string

/** Which notifications a browser wants. */
export type PushPreferences = Record<PushCategory, boolean>

/** Category of a notification without a chosen one. Source: docs/behaviour/push.md#categories-and-preferences. */
export const DEFAULT_PUSH_CATEGORY = 'generalUpdates'

/** The kinds with a topic of their own, in the order in which it is offered. */
const TOPIC_KINDS = CONTENT_KINDS.filter(({ push }) => push).toSorted((a, b) => a.tabOrder - b.tabOrder)

/** Their names in a sentence: 'jobs, results, admit cards and answer keys'. */
export const PUSH_SUBJECTS = namesOf(TOPIC_KINDS)

/**
 * What a notification can be about, in the order in which it is offered. Browsers get the values of this file as
 * constants, without the kinds (scripts/without-kinds.ts).
 * Source: docs/behaviour/push.md#categories-and-preferences.
 */
export const PUSH_TOPICS: readonly { category: PushCategory; label: string; example: string }[] = [
  ...TOPIC_KINDS.flatMap(({ push }) =>
    push ? [{ category: push.category, label: push.label, example: push.example }] : [],
  ),
  {
    category: DEFAULT_PUSH_CATEGORY,
    label: 'General updates',
    example: 'Everything else, such as admissions and exam calendars',
  },
]

export const PUSH_CATEGORIES: readonly PushCategory[] = PUSH_TOPICS.map(({ category }) => category)

export const PUSH_CATEGORY_LABELS: Record<PushCategory, string> = Object.fromEntries(
  PUSH_TOPICS.map(({ category, label }) => [category, label]),
)

export const DEFAULT_PUSH_PREFERENCES: PushPreferences = Object.fromEntries(
  PUSH_CATEGORIES.map((category) => [category, category !== DEFAULT_PUSH_CATEGORY]),
)
