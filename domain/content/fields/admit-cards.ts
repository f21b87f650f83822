import { admitCards } from '#domain/content/admit-cards.ts'
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

export const admitCardsForm: FormSection[] = [
  noticeSection(admitCards, { exam_name: line('Exam name'), post_name: postName }),
  datesSection({
    exam_date: date('Exam date'),
    admit_card_available_date: date('Admit card available from'),
    admit_card_download_last_date: date('Last date to download'),
    exam_city_date: date('Exam city date'),
    exam_shift_date: date('Exam shift date'),
  }),
  linksSection({
    admit_card_url: link('Admit card address'),
    download_link: link('Download link'),
    ...officialLinks,
  }),
  publishingSection,
  searchEnginesSection,
]
