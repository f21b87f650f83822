import { jobs } from '#domain/content/jobs.ts'
import type { FormSection } from './field.ts'
import { PLACES } from './states.ts'
import {
  date,
  datesSection,
  feesSection,
  line,
  link,
  linksSection,
  list,
  markdown,
  noticeSection,
  number,
  officialLinks,
  paragraph,
  publishingSection,
  rupees,
  searchEnginesSection,
  textList,
  vacancies,
  yesNo,
} from './shared.ts'

export const jobsForm: FormSection[] = [
  noticeSection(jobs, {
    advertisement_no: line('Advertisement number'),
    location: line('Location', { suggestions: PLACES, hint: 'A state, or All India.' }),
  }),
  {
    legend: 'Vacancies',
    fields: {
      post_name: vacancies('Posts'),
      total_posts: number('Total posts'),
      eligibility: paragraph('Eligibility'),
    },
  },
  datesSection({
    apply_start_date: date('Application begins'),
    apply_end_date: date('Last date to apply'),
    fee_payment_date: date('Last date to pay the fee'),
    exam_date: date('Exam date'),
    admit_card_date: date('Admit card date'),
    result_date: date('Result date'),
  }),
  feesSection({
    fee_general: rupees('Fee: General/OBC'),
    fee_sc_st: rupees('Fee: SC/ST/EWS'),
    fee_female: rupees('Fee: Female'),
  }),
  {
    legend: 'Age',
    fields: {
      age_min: number('Minimum age'),
      age_max: number('Maximum age'),
      age_as_on: date('Age as on'),
      age_relaxation: yesNo('Age relaxation'),
    },
  },
  linksSection({ apply_link: link('Apply link'), ...officialLinks }),
  {
    legend: 'Details',
    fields: {
      selection_process: list('Selection process'),
      required_documents: textList('Required documents'),
      description: markdown('Description'),
    },
  },
  publishingSection,
  searchEnginesSection,
]
