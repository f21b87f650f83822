import type { AdminTable } from '#domain/admin/tabs.ts'
import { admissionsForm } from './admissions.ts'
import { admitCardsForm } from './admit-cards.ts'
import { answerKeysForm } from './answer-keys.ts'
import { documentsForm } from './documents.ts'
import type { Field, FormSection } from './field.ts'
import { jobsForm } from './jobs.ts'
import { REFERENCE_FORMS } from './references.ts'
import { resultsForm } from './results.ts'
import { syllabusForm } from './syllabus.ts'

/**
 * The form of each table in the admin, in its order. Separate from the kinds, because the public pages do not need it.
 */
export const FORMS: Record<AdminTable, readonly FormSection[]> = {
  jobs: jobsForm,
  results: resultsForm,
  admit_cards: admitCardsForm,
  answer_keys: answerKeysForm,
  admissions: admissionsForm,
  documents: documentsForm,
  syllabus: syllabusForm,
  ...REFERENCE_FORMS,
}

/** @returns the fields of a table's form, by column: all columns that admins may write */
export function fieldsOf(table: AdminTable): Record<string, Field> {
  return Object.assign({}, ...FORMS[table].map(({ fields }) => fields))
}
