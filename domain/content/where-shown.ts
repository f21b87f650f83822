import { dayAndTime } from '#domain/dates.ts'
import type { Badge } from '#domain/content/badge.ts'
import type { ContentKind } from './content-kind.ts'
import type { NoticePlan } from './publication.ts'

/**
 * One line that says where a notice will appear and what it will look like, from the same facts of its kind by which
 * lists, home page and badges are made. Source: docs/behaviour/publication.md#where-a-notice-appears
 *
 * @param badge the badge that cards show; null for none
 */
export function whereShown(kind: ContentKind, plan: NoticePlan, badge: Badge | null): string {
  const places = placesOf(kind, plan.status)
  const look = badge ? `its badge reads "${badge.label}"` : 'it has no badge'
  const end = plan.hide_at ? ` until ${dayAndTime(plan.hide_at)}` : ''
  switch (plan.state) {
    case 'published':
      return `On ${places}${end}; ${look}.`
    case 'scheduled':
      return plan.publish_at
        ? `From ${dayAndTime(plan.publish_at)}${end} on ${places}; ${look}. Until then only staff see it.`
        : `From the time to publish on ${places}; ${look}. Until then only staff see it.`
    case 'draft':
      return `Only staff see it. Once published it is on ${places}; ${look}.`
    case 'hidden':
      return 'Only staff see it: its page, lists, search and feeds do not show it.'
  }
}

/** 'Latest Jobs and in search; not in the home section, which shows "active" only' */
function placesOf({ label, home }: ContentKind, status: string | null): string {
  if (!home) return `${label} and in search; the home page has no section for it`
  if (home.status === undefined || home.status === status)
    return `${label}, in search and in its section of the home page`
  return `${label} and in search; not in the home section, which shows "${home.status}" only`
}
