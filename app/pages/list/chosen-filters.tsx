import type { ReactNode } from 'react'
import type { FoundNotices } from '#app/data/filtered-list.ts'
import { Icon } from '#app/ui/icon.tsx'
import { StoredText } from '#app/ui/stored-text.tsx'
import { withoutFacet, type Filtering } from '#domain/content/filter-parameters.ts'
import { choiceText, FACET_NAMES, unstatedText } from '#domain/content/filters.ts'
import { countOf } from '#domain/numbers.ts'

interface ChosenFiltersProps {
  /** What is counted: 'job', 'jobs'. */
  words: { singular: string; plural: string }
  filtering: Filtering
  found: FoundNotices
  /** Address of the same text under other filters. */
  addressOf: (filtering: Partial<Filtering>) => string
  children?: ReactNode
}

/** What is chosen, each with a link that removes it, and how many notices there are. */
export function ChosenFilters({ words, filtering, found, addressOf, children }: ChosenFiltersProps) {
  const { filters, unstated: isIncluded } = filtering
  const { total, unstated, organization } = found
  const chosen = FACET_NAMES.flatMap((facet) => (filters[facet] ? [{ facet, value: filters[facet] }] : []))
  if (chosen.length === 0) return null
  const others = unstatedText(filters, unstated, words)
  return (
    <div id="chosen-filters" className="chosen-filters" data-live="">
      <ul aria-label="Chosen filters">
        {chosen.map(({ facet, value }) => (
          <li key={facet}>
            <a className="button" href={addressOf({ ...filtering, filters: withoutFacet(filters, facet) })}>
              <span className="visually-hidden">Remove </span>
              <StoredText text={choiceText(facet, value, organization)} />
              <Icon name="cross" />
            </a>
          </li>
        ))}
        <li>
          <a href={addressOf({})}>Clear all</a>
        </li>
      </ul>
      <p>
        <b>{countOf(total, { ...words, cap: Number.POSITIVE_INFINITY })}</b>
        {unstated > 0 && (
          <>
            {isIncluded ? `, of which ${others}. ` : `. ${others}. `}
            <a href={addressOf({ ...filtering, unstated: !isIncluded })}>
              {isIncluded ? 'Leave them out' : 'Include them'}
            </a>
          </>
        )}
      </p>
      {children}
    </div>
  )
}
