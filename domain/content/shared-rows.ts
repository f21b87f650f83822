import { categoriesLabel, type ApplicantCategory } from './categories-of-applicants.ts'
import type { DateRow, FeeRow, LinkRow } from './content-kind.ts'
import type { NoticeColumn } from './notice-columns.ts'

export const OFFICIAL_LINKS: LinkRow[] = [
  { label: 'Official notification', fields: ['notification_link'] },
  { label: 'Official website', fields: ['official_website'] },
]

/** Rows with the dates of applications, for results and admissions. */
export const APPLICATION_DATES: DateRow[] = [
  { label: 'Application begins', type: 'opening', fields: ['apply_start_date', 'application_start'] },
  { label: 'Last date to apply', type: 'last-date', fields: ['apply_end_date', 'application_end'] },
  { label: 'Last date to pay the fee', type: 'last-date', fields: ['fee_payment_date'] },
  { label: 'Correction begins', type: 'opening', fields: ['correction_start_date'] },
  { label: 'Last date for correction', type: 'last-date', fields: ['correction_end_date'] },
]

/** @returns the row of a fee column that several categories of applicants share */
export function feeOf(categories: readonly ApplicantCategory[], field: NoticeColumn): FeeRow {
  return { label: categoriesLabel(categories), field, categories }
}
