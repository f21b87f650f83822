import { answerKeys } from '#domain/content/answer-keys.ts'
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

export const answerKeysForm: FormSection[] = [
  noticeSection(answerKeys, { exam_name: line('Exam name'), post_name: postName }),
  datesSection({
    exam_date: date('Exam date'),
    admit_card_date: date('Admit card date'),
    answer_key_release_date: date('Answer key released on'),
    objection_start_date: date('Objections begin'),
    objection_end_date: date('Last date for objections'),
    result_date: date('Result date'),
  }),
  linksSection({
    answer_key_url: link('Answer key address'),
    objection_url: link('Objection address'),
    download_link: link('Download link'),
    ...officialLinks,
  }),
  publishingSection,
  searchEnginesSection,
]
