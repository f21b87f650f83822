import { answerKeyBadge } from '#domain/badge.ts'
import { ANSWER_KEY_PAGE_SIZE } from '#domain/limits.ts'
import type { ContentKind } from './content-kind.ts'
import { OFFICIAL_LINKS } from './shared-rows.ts'

export const answerKeys: ContentKind = {
  table: 'answer_keys',
  label: 'Answer Key',
  navLabel: 'Answer Key',
  tabLabel: 'Answer Keys',
  icon: 'ticks',
  singular: 'answer key',
  plural: 'answer keys',
  lede: 'Answer keys, response sheets and objection windows, newest first.',
  searchHint: 'Search answer keys by title',
  listPath: '/answer-key',
  detailFolder: '/answer-keys',
  otherFolders: ['/answer-key'],
  searchInAddress: false,
  pageSize: ANSWER_KEY_PAGE_SIZE,
  priority: 4,
  searchFields: ['title'],
  furtherSearchFields: ['exam_name', 'post_name'],
  statusChoices: ['active', 'inactive', 'Out', 'Start', 'Date Extend'],
  defaultStatus: 'active',
  badge: () => answerKeyBadge(),
  action: {
    label: 'Download the answer key',
    fields: ['download_link', 'answer_key_url'],
    missing: 'No download link yet',
  },
  facts: [
    { label: 'Released', fields: ['answer_key_release_date'], show: 'date' },
    { label: 'Objections until', fields: ['objection_end_date'], show: 'date' },
    { label: 'Exam', fields: ['exam_name'], show: 'text' },
    { label: 'Post', fields: ['post_name'], show: 'text' },
  ],
  dates: [
    { label: 'Admit card', fields: ['admit_card_date'] },
    { label: 'Exam date', fields: ['exam_date'] },
    { label: 'Answer key released', fields: ['answer_key_release_date'], whenEmpty: 'To be announced' },
    { label: 'Objections begin', fields: ['objection_start_date'] },
    { label: 'Last date for objections', fields: ['objection_end_date'], deadline: true },
    { label: 'Result', fields: ['result_date'], whenEmpty: 'To be announced' },
  ],
  fees: [],
  links: [
    { label: 'Download answer key', fields: ['download_link', 'answer_key_url'] },
    { label: 'Raise an objection', fields: ['objection_url'] },
    ...OFFICIAL_LINKS,
  ],
  howTo: {
    title: 'How to check the answer key',
    steps: [
      'Open the official page with the button on this page and sign in with your registration number.',
      'Download the key of your paper and shift together with your response sheet.',
      'Count your marks by the marking scheme of the notification.',
      'If an answer looks wrong, raise an objection with proof before the last date; most bodies charge a fee for it.',
    ],
  },
}
