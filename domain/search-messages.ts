import { SEARCH_TEXT_MIN } from './limits.ts'

/** Not in messages.ts, because the first script of a page would contain all of them. Source: docs/behaviour/search.md#search-page; docs/behaviour/search.md#nothing-found. */
export const SEARCH = {
  tooShort: `Type at least ${SEARCH_TEXT_MIN} characters`,
  noneFound: (text: string) => `No results found for "${text}"`,
  hint: 'Try different keywords or browse categories',
  end: 'The list of results ends here',
  /** A further page without results, although the first one has some. */
  noFurther: 'There are no further results. Those that fit best are on the first page.',
  narrow: 'Further results are not listed. Add a word, or choose a category, to find them.',
  unreachable: 'The search could not be reached. Press Enter to try again.',
  close: 'Close matches',
  applyBy: 'Apply by:',
  exam: 'Exam:',
  bestMatch: 'Best match',
  noneFiltered: 'No results match these filters. Remove one to see more.',
  leftOut: (things: string) => `Only ${things} are filtered and sorted.`,
  searchAll: 'Search all kinds of notices',
}
