import { admissions } from '#domain/content/admissions.ts'
import type { FormSection } from './field.ts'
import {
  date,
  datesSection,
  feesSection,
  line,
  link,
  linksSection,
  noticeSection,
  officialLinks,
  paragraph,
  publishingSection,
  rupees,
  searchEnginesSection,
} from './shared.ts'

export const admissionsForm: FormSection[] = [
  noticeSection(admissions, {
    institution_name: line('Institution'),
    course_name: line('Course'),
    eligibility: paragraph('Eligibility'),
  }),
  datesSection({
    apply_start_date: date('Application begins'),
    apply_end_date: date('Last date to apply'),
    application_start: date('Application start'),
    application_end: date('Application end'),
    fee_payment_date: date('Last date to pay the fee'),
    correction_start_date: date('Correction begins'),
    correction_end_date: date('Last date for correction'),
    entrance_exam_date: date('Entrance exam'),
    admit_card_date: date('Admit card date'),
    result_date: date('Result date'),
    counselling_date: date('Counselling'),
  }),
  feesSection({
    fee_general: rupees('Fee: General'),
    fee_obc: rupees('Fee: OBC'),
    fee_sc_st: rupees('Fee: SC/ST/EWS'),
  }),
  linksSection({
    apply_link: link('Apply link'),
    apply_online_url: link('Apply online address'),
    admission_notice_url: link('Admission notice', { upload: 'document' }),
    ...officialLinks,
  }),
  publishingSection,
  searchEnginesSection,
]
