import { LAST_DATE_TO_APPLY } from '#domain/messages.ts'
import { categoriesLabel, type ApplicantCategory } from './categories-of-applicants.ts'
import type { DateRow, FeeRow, LinkRow } from './content-kind.ts'
import type { NoticeColumn } from './notice-columns.ts'

export const OFFICIAL_LINKS: LinkRow[] = [
  { label: 'Official notification', fields: ['notification_link'] },
  { label: 'Official website', fields: ['official_website'] },
]

/** What a kind adds to the rows of the first and the last day of applications. */
interface ApplicationDays {
  begins?: Partial<DateRow>
  ends?: Partial<DateRow>
}

/** @returns rows with the dates of applications, for results and admissions */
export function applicationDates({ begins, ends }: ApplicationDays = {}): DateRow[] {
  return [
    { label: 'Application begins', type: 'opening', fields: ['apply_start_date', 'application_start'], ...begins },
    { label: LAST_DATE_TO_APPLY, type: 'last-date', fields: ['apply_end_date', 'application_end'], ...ends },
    { label: 'Last date to pay the fee', type: 'last-date', fields: ['fee_payment_date'] },
    { label: 'Correction begins', type: 'opening', fields: ['correction_start_date'] },
    { label: 'Last date for correction', type: 'last-date', fields: ['correction_end_date'] },
  ]
}

/** @returns the row of a fee column that several categories of applicants share */
export function feeOf(categories: readonly ApplicantCategory[], field: NoticeColumn): FeeRow {
  return { label: categoriesLabel(categories), field, categories }
}
