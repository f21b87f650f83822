import { statusBadge } from '#domain/badge.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import { TO_BE_ANNOUNCED } from '#domain/messages.ts'
import type { ContentKind } from './content-kind.ts'
import { OFFICIAL_LINKS } from './shared-rows.ts'

export const jobs: ContentKind = {
  table: 'jobs',
  label: 'Latest Jobs',
  navLabel: 'Latest Jobs',
  tabLabel: 'Jobs',
  icon: 'case',
  singular: 'job',
  plural: 'jobs',
  lede: 'Government job notices, newest first.',
  emptyTips: [
    'Check the spelling, or use fewer words',
    'Try the name of the body: SSC, UPSC, Railway',
    'Try the post: clerk, constable, engineer',
  ],
  lastDateOnCards: true,
  searchHint: 'Search by title, post or eligibility',
  listPath: '/jobs',
  detailFolder: '/jobs',
  otherFolders: [],
  searchInAddress: true,
  pageSize: PAGE_SIZE,
  priority: 1,
  searchFields: ['title', 'post_name', 'eligibility'],
  furtherSearchFields: ['post_name', 'eligibility'],
  homeStatus: 'active',
  statusChoices: ['active', 'inactive', 'Start', 'Date Extend'],
  defaultStatus: 'active',
  badge: ({ status }) => statusBadge(status, ['Start', 'Date Extend']),
  markdownField: 'description',
  hasVacancies: true,
  application: { start: ['apply_start_date'], end: ['apply_end_date'], link: ['apply_link'] },
  facts: [
    { label: 'Last date', fields: ['apply_end_date'], show: 'date' },
    { label: 'Vacancies', fields: ['total_posts'], show: 'number' },
    { label: 'Exam', fields: ['exam_date'], show: 'date' },
  ],
  dates: [
    { label: 'Application begins', fields: ['apply_start_date'], whenEmpty: TO_BE_ANNOUNCED },
    { label: 'Last date to apply', fields: ['apply_end_date'], whenEmpty: TO_BE_ANNOUNCED, deadline: true },
    { label: 'Last date to pay the fee', fields: ['fee_payment_date'] },
    { label: 'Admit card', fields: ['admit_card_date'], whenEmpty: 'Before Exam' },
    { label: 'Exam date', fields: ['exam_date'], whenEmpty: TO_BE_ANNOUNCED },
    { label: 'Result', fields: ['result_date'], whenEmpty: TO_BE_ANNOUNCED },
  ],
  fees: [
    { label: 'General/OBC', field: 'fee_general' },
    { label: 'SC/ST/EWS', field: 'fee_sc_st' },
    { label: 'Female', field: 'fee_female' },
  ],
  links: [{ label: 'Apply online', fields: ['apply_link'], onlyWhileOpen: true }, ...OFFICIAL_LINKS],
  howTo: {
    title: 'How to apply',
    steps: [
      'Read the official notification from start to end, and check that you meet the age and eligibility rules.',
      'Keep your documents, photograph and signature ready in the sizes the notification asks for.',
      'Open the official application site with the button on this page, register, and fill in the form yourself.',
      'Pay the fee, if any, on the official site only, and check every detail before you submit.',
      'Save and print the submitted form and the fee receipt; later stages ask for them.',
    ],
  },
}
