import type { SearchAnswer } from './search.ts'

/** What a search that failed shows. Source: specification, section 8, Search failure. */
export const NOTHING_FOUND: SearchAnswer = {
  results: [],
  totalFound: 0,
  counts: { jobs: 0, results: 0, admit_cards: 0, answer_keys: 0, admissions: 0, documents: 0, syllabus: 0 },
  closeMatches: false,
}
