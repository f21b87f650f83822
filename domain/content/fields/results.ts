import { results } from '#domain/content/results.ts'
import type { FormSection } from './field.ts'
import {
  date,
  datesSection,
  line,
  link,
  linksSection,
  noticeSection,
  officialLinks,
  postName,
  publishingSection,
  searchEnginesSection,
} from './shared.ts'

export const resultsForm: FormSection[] = [
  noticeSection(results, { exam_name: line('Exam name'), post_name: postName }),
  datesSection({
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
  }),
  linksSection({
    result_pdf_url: link('Result address', { upload: 'document' }),
    apply_link: link('Apply link'),
    ...officialLinks,
  }),
  publishingSection,
  searchEnginesSection,
]
