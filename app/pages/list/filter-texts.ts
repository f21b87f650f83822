import { capitalized } from '#domain/capitalized.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { choiceText, FACET_NAMES, type Filters } from '#domain/content/filters.ts'
import { listHeading } from '#domain/content/registry.ts'
import { ALL_INDIA } from '#domain/content/indian-states.ts'
import type { Day } from '#domain/dates.ts'

export interface FilterTexts {
  heading: string
  /** The sentence below the heading. */
  lede: string
  /** Title of the page for search engines. */
  title: string
}

/** @returns the texts of a list of one filter that has an address of its own: '10th pass jobs', 'Jobs in Bihar' */
export function textsOfFilter(kind: ContentKind, filters: Filters, today: Day): FilterTexts {
  const year = today.slice(0, 4)
  const { plural, label } = kind
  const words = Object.entries(filters).map(([facet, value]) => choiceText(facet as keyof Filters, value))[0] ?? label
  if (filters.qualification) {
    return {
      heading: `${words} ${plural}`,
      lede: `Government ${plural} for which ${words} is enough, those with open applications first.`,
      title: `${words} government ${plural} ${year}`,
    }
  }
  if (filters.state === ALL_INDIA) {
    return {
      heading: `All India ${plural}`,
      lede: `Government ${plural} in the whole country, those with open applications first.`,
      title: `All India government ${plural} ${year}`,
    }
  }
  if (filters.state) {
    return {
      heading: `${capitalized(plural)} in ${words}`,
      lede: `Government ${plural} in ${words} and in the whole country, those with open applications first.`,
      title: `Government ${plural} in ${words} ${year}`,
    }
  }
  return {
    heading: `${capitalized(plural)} closing soon`,
    lede: `Government ${plural} whose last date is within a week, the first one to close on top.`,
    title: `Government ${plural} closing soon`,
  }
}

/** @returns the heading of a list with its filters: 'Latest Jobs: 10th pass, Bihar' */
export function titleWithFilters(
  kind: ContentKind,
  filters: Filters,
  { today, organization }: { today: Day; organization: string | null },
): string {
  const chosen = FACET_NAMES.flatMap((facet) => {
    const value = filters[facet]
    return value ? [choiceText(facet, value, organization)] : []
  })
  return `${listHeading(kind, today)}: ${chosen.join(', ')}`
}
