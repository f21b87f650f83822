import type { Field } from '#domain/content/content-kind.ts'
import { date, line, link, yesNo, SHARED_FIELDS } from './shared.ts'

export const answerKeysFields: Record<string, Field> = {
  title: line('Title'),
  exam_name: line('Exam name'),
  post_name: line('Post name'),
  exam_date: date('Exam date'),
  admit_card_date: date('Admit card date'),
  answer_key_release_date: date('Answer key released on'),
  objection_start_date: date('Objections begin'),
  objection_end_date: date('Last date for objections'),
  result_date: date('Result date'),
  answer_key_url: link('Answer key address'),
  objection_url: link('Objection address'),
  download_link: link('Download link'),
  notification_link: link('Notification link'),
  official_website: link('Official website'),
  is_quick_link: yesNo('Quick link'),
  ...SHARED_FIELDS,
}
