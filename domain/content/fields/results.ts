import type { Field } from '#domain/content/content-kind.ts'
import { date, line, link, yesNo, SHARED_FIELDS } from './shared.ts'

export const resultsFields: Record<string, Field> = {
  title: line('Title'),
  exam_name: line('Exam name'),
  post_name: line('Post name'),
  result_date: date('Result date'),
  result_declared_date: date('Result declared on'),
  apply_start_date: date('Application began'),
  apply_end_date: date('Last date to apply'),
  fee_payment_date: date('Last date to pay the fee'),
  correction_start_date: date('Correction began'),
  correction_end_date: date('Last date for correction'),
  pe_exam_date: date('Exam date (PE)'),
  pm_pmm_exam_date: date('Exam date (PM/PMM)'),
  admit_card_date: date('Admit card date'),
  result_pdf_url: link('Result address'),
  apply_link: link('Apply link'),
  notification_link: link('Notification link'),
  official_website: link('Official website'),
  is_quick_link: yesNo('Quick link'),
  ...SHARED_FIELDS,
}
