import type { FoundNotice } from '#app/data/search.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { EligibilityLink } from '#app/ui/eligibility-link.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { StoredText } from '#app/ui/stored-text.tsx'
import { FirstPageLink } from '#app/pages/list/first-page-link.tsx'
import { ShowMore } from '#app/pages/list/show-more.tsx'
import { isFiltered } from '#domain/content/filter-parameters.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import { SEARCH } from '#domain/search-messages.ts'
import { addressOfSearch } from '#domain/search-query.ts'
import { closeCountLine, countLine, isSearchable } from '#domain/search-text.ts'
import { CategoryFilter } from './category-filter.tsx'
import { CategoryCards } from './category-cards.tsx'
import type { SearchData } from './page.tsx'
import { SearchFilters } from './search-filters.tsx'
import { ResultCard } from './result-card.tsx'
import { SEARCH_TIPS } from './search-tips.ts'
import { SearchWelcome } from './search-welcome.tsx'

interface SearchViewProps extends SearchData {
  today: Day
}

export function SearchView({ siteName, ...data }: SearchViewProps & { siteName: string }) {
  const { text } = data
  return (
    <>
      <div className="list-heading">
        <Breadcrumb trail={[{ label: 'Home', href: '/' }]} />
        <h1 tabIndex={-1}>Search</h1>
      </div>
      {isSearchable(text) ? <Answer {...data} /> : <SearchWelcome isTooShort={text !== ''} siteName={siteName} />}
    </>
  )
}

function Answer({ today, ...data }: SearchViewProps) {
  const {
    text,
    category,
    totalFound,
    counts,
    closeMatches,
    closeTotal,
    results,
    from,
    next,
    isCut,
    isUncounted,
    found,
  } = data
  const label = category ? kindOfTable(category).label : undefined
  const areCloseCounted = closeMatches.length > 0 && totalFound > 0
  const more = (
    <ShowMore href={next === null ? null : addressOfSearch({ ...data, from: next })}>
      {isCut && <p>{SEARCH.narrow}</p>}
    </ShowMore>
  )
  return (
    <>
      <output className="count-line">{!isUncounted && <StoredText text={countLine(totalFound, text, label)} />}</output>
      {!isUncounted && <CategoryFilter query={data} counts={counts} />}
      {found && <SearchFilters query={data} found={found} />}
      <EligibilityLink />
      {from > 0 && <FirstPageLink href={addressOfSearch({ ...data, from: 0 })} />}
      {results.length > 0 && (
        <div id="search-results">
          <ResultList found={results} text={text} today={today} />
          {closeMatches.length === 0 && more}
        </div>
      )}
      {results.length === 0 && !areCloseCounted && <NothingFound {...data} />}
      {closeMatches.length > 0 && (
        <section className="close-matches" aria-labelledby="close-matches">
          <h2 id="close-matches">
            <StoredText text={closeCountLine(closeTotal, text, label)} />
          </h2>
          <ResultList found={closeMatches} text={text} today={today} heading="h3" />
          {more}
        </section>
      )}
    </>
  )
}

interface ResultListProps {
  found: FoundNotice[]
  text: string
  today: Day
  /** Element of the titles. */
  heading?: 'h2' | 'h3'
}

function ResultList({ found, ...shared }: ResultListProps) {
  return (
    <ul className="result-list">
      {found.map((result) => (
        <ResultCard key={`${result.category} ${result.id}`} result={result} {...shared} />
      ))}
    </ul>
  )
}

function NothingFound({ text, from, totalFound, isCut, closeMatches, ...filtering }: SearchData) {
  if (from > 0 && totalFound > 0) return <EmptyState heading={SEARCH.end} line={SEARCH.noFurther} />
  if (isFiltered(filtering)) return <EmptyState heading={SEARCH.noneFound(text)} line={SEARCH.noneFiltered} />
  if (closeMatches.length > 0) return <EmptyState heading={SEARCH.noneFound(text)} line={SEARCH.hint} />
  return (
    <>
      {isCut ? (
        <EmptyState heading={SEARCH.end} line={SEARCH.narrow} />
      ) : (
        <EmptyState heading={SEARCH.noneFound(text)} line={SEARCH.hint} tips={SEARCH_TIPS} />
      )}
      <CategoryCards />
    </>
  )
}
