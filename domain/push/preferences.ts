/**
 * What a notification can be about, in the order in which it is offered.
 * Source: docs/behaviour/push.md#categories-and-preferences.
 */
export const PUSH_CATEGORIES = ['newJobs', 'results', 'admitCards', 'answerKeys', 'generalUpdates'] as const

export type PushCategory = (typeof PUSH_CATEGORIES)[number]

/** Which notifications a browser wants. */
export type PushPreferences = Record<PushCategory, boolean>

export const PUSH_CATEGORY_LABELS: Record<PushCategory, string> = {
  newJobs: 'New jobs',
  results: 'Results',
  admitCards: 'Admit cards',
  answerKeys: 'Answer keys',
  generalUpdates: 'General updates',
}

export const DEFAULT_PUSH_PREFERENCES: PushPreferences = {
  newJobs: true,
  results: true,
  admitCards: true,
  answerKeys: true,
  generalUpdates: false,
}

/** Category of a notification without a chosen one. Source: docs/behaviour/push.md#categories-and-preferences. */
export const DEFAULT_PUSH_CATEGORY: PushCategory = 'generalUpdates'
