import { dayColumn } from '#domain/admin/column.ts'
import { answerKeyBadge } from '#domain/content/badge.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { date, datesSection, line, link, linksSection, officialLinks, postName } from '#domain/content/fields/shared.ts'
import { OFFICIAL_LINKS } from '#domain/content/shared-rows.ts'
import { ANSWER_KEY_PAGE_SIZE } from '#domain/limits.ts'
import { TO_BE_ANNOUNCED } from '#domain/messages.ts'

export const answerKeys = {
  table: 'answer_keys',
  label: 'Answer Key',
  navLabel: 'Answer Key',
  tabLabel: 'Answer Keys',
  icon: 'm4 7.5 2 2 4-4M4 16.5l2 2 4-4M13.5 8H20M13.5 17H20',
  adminIcon: 'M4 6h3M4 12h3M4 18h3M10 6l2 2 3-4M10 12h9M10 18h9',
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
  menu: { group: 'main', order: 6 },
  home: { phone: 3, laptop: 4 },
  stage: { order: 5, isAwaited: true, usually: 'Usually out within three weeks after the exam.' },
  push: {
    category: 'answerKeys',
    label: 'Answer keys',
    example: 'Answer keys and dates for objections',
    sample: {
      name: 'Answer key',
      title: 'Answer key: IBPS PO 2026',
      body: 'The answer key is out; objections are open.',
    },
  },
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
    { label: 'Admit card', type: 'admit-card', fields: ['admit_card_date'] },
    { label: 'Exam date', type: 'exam', fields: ['exam_date'] },
    {
      label: 'Answer key released',
      type: 'answer-key',
      fields: ['answer_key_release_date'],
      whenEmpty: TO_BE_ANNOUNCED,
    },
    { label: 'Objections begin', type: 'opening', fields: ['objection_start_date'] },
    { label: 'Last date for objections', type: 'last-date', fields: ['objection_end_date'], deadline: true },
    { label: 'Result', type: 'result', fields: ['result_date'], whenEmpty: TO_BE_ANNOUNCED },
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
  tabOrder: 4,
  adminColumn: dayColumn('answer_key_release_date', 'Released on'),
  noticeFields: { exam_name: line('Exam name'), post_name: postName },
  formSections: [
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
  ],
} satisfies ContentKind<'answer_keys'>
