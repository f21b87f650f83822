import type { Field } from '#domain/content/content-kind.ts'
import { date, line, link, yesNo, SHARED_FIELDS } from './shared.ts'

export const admitCardsFields: Record<string, Field> = {
  title: line('Title'),
  exam_name: line('Exam name'),
  post_name: line('Post name'),
  exam_date: date('Exam date'),
  admit_card_available_date: date('Admit card available from'),
  admit_card_download_last_date: date('Last date to download'),
  exam_city_date: date('Exam city date'),
  exam_shift_date: date('Exam shift date'),
  admit_card_url: link('Admit card address'),
  download_link: link('Download link'),
  notification_link: link('Notification link'),
  official_website: link('Official website'),
  is_quick_link: yesNo('Quick link'),
  ...SHARED_FIELDS,
}
