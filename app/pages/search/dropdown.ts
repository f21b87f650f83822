import type { BackendClient } from '#app/data/backend-client.ts'
import { readSuggestions, readTrending, searchFirst, type FoundNotice } from '#app/data/search.ts'
import type { DropdownResults } from '#app/islands/search-box/dropdown-results.ts'
import type { LogFailure } from '#app/data/site-settings.ts'
import type { PageContext } from '#app/pages/page.ts'
import { CONTENT_KINDS, kindOfTable } from '#domain/content/registry.ts'
import { DROPDOWN_RESULTS } from '#domain/limits.ts'
import { searchAddress } from '#domain/search-address.ts'
import { readSearchQuery } from '#domain/search-query.ts'
import { isSearchable } from '#domain/search-text.ts'

/** Most results of one category: an equal share of the dropdown, rounded up. */
const SHARE = Math.ceil(DROPDOWN_RESULTS / CONTENT_KINDS.length)

interface DropdownOptions {
  tag: (table: string) => void
  logFailure: LogFailure
}

/** The results for the dropdown of the header in one response; without a text, the newest notices of every category. */
export async function answerDropdown({ url, backend }: PageContext, { tag, logFailure }: DropdownOptions) {
  const { text } = readSearchQuery(url.searchParams)
  for (const { table } of CONTENT_KINDS) tag(table)
  try {
    return Response.json(isSearchable(text) ? await found(backend, text) : await newest(backend))
  } catch (error) {
    logFailure('dropdown of the search', error)
    return Response.json(null, { status: 503 })
  }
}

async function found(backend: BackendClient, text: string): Promise<DropdownResults> {
  const [suggestions, { results, closeMatches }] = await Promise.all([
    readSuggestions(backend, text),
    searchFirst(backend, text),
  ])
  const suggested = new Set(suggestions.map((suggestion) => `${suggestion.category} ${suggestion.text}`))
  // A notice whose title is already suggested would be listed twice.
  const notices = shares(results.filter(({ category, title }) => !suggested.has(`${category} ${title}`)))
  return {
    text,
    suggestions: suggestions.map((suggestion) => ({
      title: suggestion.text,
      label: suggestion.categoryLabel,
      icon: kindOfTable(suggestion.category).icon,
      href: searchAddress(suggestion),
    })),
    notices: notices.map(option),
    close: shares(closeMatches)
      .slice(0, DROPDOWN_RESULTS - notices.length)
      .map(option),
  }
}

/** @returns an equal share of every category, DROPDOWN_RESULTS in all */
function shares(found: FoundNotice[]): FoundNotice[] {
  return CONTENT_KINDS.flatMap(({ table }) => found.filter(({ category }) => category === table).slice(0, SHARE)).slice(
    0,
    DROPDOWN_RESULTS,
  )
}

async function newest(backend: BackendClient): Promise<DropdownResults> {
  return { text: '', suggestions: [], notices: (await readTrending(backend)).map(option), close: [] }
}

function option({ title, categoryLabel, category, route }: Awaited<ReturnType<typeof readTrending>>[number]) {
  return { title, label: categoryLabel, icon: kindOfTable(category).icon, href: route }
}
