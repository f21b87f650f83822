import { useNavigation } from 'react-router'
import { ShowMore } from '#app/site/list/show-more.tsx'
import { kindOfTable } from '#domain/content/registry.ts'
import { SEARCH } from '#domain/messages.ts'
import { SEARCH_PATH, searchAddress } from '#domain/search-address.ts'
import { countLine, isSearchable } from '#domain/search-text.ts'
import { CategoryFilter } from './category-filter.tsx'
import { NoResults } from './no-results.tsx'
import { ResultCard } from './result-card.tsx'
import { SearchHeading } from './search-heading.tsx'
import { SearchWelcome } from './search-welcome.tsx'
import { useSearchResults, type SearchReply } from './use-search-results.ts'

/** Source: specification, section 2, /search. */
export function SearchPage({ first }: { first: SearchReply }) {
  const isSearching = useNavigation().location?.pathname === SEARCH_PATH
  const { text } = first
  return (
    <>
      <SearchHeading />
      {isSearchable(text) ? (
        <Answer first={first} isSearching={isSearching} />
      ) : (
        <SearchWelcome isTooShort={text !== ''} isSearching={isSearching} />
      )}
    </>
  )
}

interface AnswerProps {
  first: SearchReply
  /** Whether another answer is on its way. */
  isSearching: boolean
}

function Answer({ first, isSearching }: AnswerProps) {
  const { text, category, totalFound, counts, closeMatches } = first
  const label = category ? kindOfTable(category).label : undefined
  return (
    <>
      <output className="count-line">
        {isSearching ? SEARCH.searching : countLine(totalFound, text, label)}
        {!isSearching && closeMatches && (
          <>
            {' '}
            <b>{SEARCH.close}</b>
          </>
        )}
      </output>
      <CategoryFilter text={text} category={category} counts={counts} />
      {totalFound > 0 ? (
        <Results key={searchAddress(first)} first={first} isSearching={isSearching} />
      ) : (
        <NoResults text={text} />
      )}
    </>
  )
}

function Results({ first, isSearching }: AnswerProps) {
  const { results, moreHref, moreLoading, loadMore } = useSearchResults(first)
  return (
    <>
      <ul className="result-list" aria-busy={isSearching}>
        {results.map((result) => (
          <ResultCard key={`${result.category} ${result.id}`} result={result} text={first.text} />
        ))}
      </ul>
      <ShowMore shown={results.length} href={moreHref} loading={moreLoading} onMore={loadMore} />
    </>
  )
}
