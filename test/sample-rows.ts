import type { ContentTable } from '#domain/content/content-kind.ts'

/** How many notices of the sample data are public, by table. */
export const SAMPLE_ROWS: Record<ContentTable, number> = {
  jobs: 39,
  results: 29,
  admit_cards: 29,
  answer_keys: 21,
  admissions: 23,
  documents: 19,
  syllabus: 20,
}
