import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ShowMore } from '#app/pages/list/show-more.tsx'
import { kindOfTable } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import { SEARCH } from '#domain/messages.ts'
import { searchAddress } from '#domain/search-address.ts'
import { countLine, isSearchable } from '#domain/search-text.ts'
import { CategoryFilter } from './category-filter.tsx'
import { CategoryCards } from './category-cards.tsx'
import type { SearchData } from './page.tsx'
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
  const { text, category, totalFound, counts, closeMatches, results, next, hasFailed } = data
  const label = category ? kindOfTable(category).label : undefined
  return (
    <>
      <output className="count-line">
        {!hasFailed && countLine(totalFound, text, label)}
        {closeMatches && (
          <>
            {' '}
            <b>{SEARCH.close}</b>
          </>
        )}
      </output>
      {!hasFailed && <CategoryFilter text={text} category={category} counts={counts} />}
      {results.length > 0 ? (
        <div id="search-results">
          <ul className="result-list">
            {results.map((result) => (
              <ResultCard key={`${result.category} ${result.id}`} result={result} text={text} today={today} />
            ))}
          </ul>
          <ShowMore href={next === null ? null : searchAddress({ text, category, from: next })} />
        </div>
      ) : (
        <>
          <EmptyState heading={SEARCH.noneFound(text)} line={SEARCH.hint} tips={SEARCH_TIPS} />
          <CategoryCards />
        </>
      )}
    </>
  )
}
