import type { ContentTable, Field } from '#domain/content/content-kind.ts'
import { admissionsFields } from './admissions.ts'
import { admitCardsFields } from './admit-cards.ts'
import { answerKeysFields } from './answer-keys.ts'
import { documentsFields } from './documents.ts'
import { jobsFields } from './jobs.ts'
import { resultsFields } from './results.ts'
import { syllabusFields } from './syllabus.ts'

/** The fields of each kind's form in the back office, in its order. Kept apart from the kinds: visitors need none of it. */
export const CONTENT_FIELDS: Record<ContentTable, Record<string, Field>> = {
  jobs: jobsFields,
  results: resultsFields,
  admit_cards: admitCardsFields,
  answer_keys: answerKeysFields,
  admissions: admissionsFields,
  documents: documentsFields,
  syllabus: syllabusFields,
}
