import type { FollowedList, FollowSubject } from '#app/data/follow-calls.ts'
import { choiceText, FACET_NAMES } from '#domain/content/filters.ts'
import { FOLLOWED_LISTS } from '#domain/push/follow-events.ts'

/** @returns 'Jobs: 10th pass, Bihar' for a list, and otherwise the title of what is followed */
export function subjectTitle(subject: FollowSubject): string {
  if (subject.kind !== 'list') return subject.title
  const { table, filters, organization = null } = subject
  const chosen = FACET_NAMES.flatMap((facet) => {
    const value = filters[facet]
    return value ? [choiceText(facet, value, organization)] : []
  })
  return `${FOLLOWED_LISTS[table]?.label ?? table}: ${chosen.join(', ')}`
}

/** @returns an address of a followed list: '/jobs?qualification=10th&state=bihar' */
export function listHref({ table, filters }: FollowedList): string {
  const names = [...FACET_NAMES, 'unstated'].filter((name) => filters[name])
  return `${FOLLOWED_LISTS[table]?.path ?? ''}?${new URLSearchParams(names.map((name) => [name, filters[name] ?? '']))}`
}

/**
 * @param written table and filters: 'jobs?qualification=10th&unstated=1'
 * @returns what to ask the server about the list
 */
export function readWrittenList(written: string) {
  const [content_table = '', parameters] = written.split('?')
  const { unstated, ...filters } = Object.fromEntries(new URLSearchParams(parameters))
  return { content_table, filters, with_unstated: unstated === '1' }
}
