import type { DateRow, Field, LinkRow } from './content-kind.ts'

export const line = (label: string): Field => ({ label, type: 'line' })
export const paragraph = (label: string): Field => ({ label, type: 'paragraph' })
export const date = (label: string): Field => ({ label, type: 'date' })
export const number = (label: string): Field => ({ label, type: 'number' })
export const rupees = (label: string): Field => ({ label, type: 'rupees' })
export const yesNo = (label: string): Field => ({ label, type: 'yes-no' })
export const link = (label: string): Field => ({ label, type: 'link' })

/** Fields every kind has beside those of its own. */
export const SHARED_FIELDS = {
  post_time: line('Post time'),
  display_order: number('Display order'),
  is_featured: yesNo('Featured'),
  meta_title: line('Meta title'),
  meta_description: paragraph('Meta description'),
} satisfies Record<string, Field>

export const OFFICIAL_LINKS: LinkRow[] = [
  { label: 'Official notification', fields: ['notification_link'] },
  { label: 'Official website', fields: ['official_website'] },
]

/** The dates of an application that is over by the time a result or an admission is looked at. */
export const APPLICATION_DATES: DateRow[] = [
  { label: 'Application begins', fields: ['apply_start_date', 'application_start'] },
  { label: 'Last date to apply', fields: ['apply_end_date', 'application_end'] },
  { label: 'Last date to pay the fee', fields: ['fee_payment_date'] },
  { label: 'Correction begins', fields: ['correction_start_date'] },
  { label: 'Last date for correction', fields: ['correction_end_date'] },
]
