import { statusBadge } from '#domain/badge.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import type { ContentKind } from './content-kind.ts'
import { OFFICIAL_LINKS, APPLICATION_DATES } from './shared-rows.ts'

export const admissions: ContentKind = {
  table: 'admissions',
  label: 'Admission',
  navLabel: 'Admission',
  tabLabel: 'Admissions',
  icon: 'cap',
  singular: 'admission',
  plural: 'admissions',
  lede: 'Entrance exams, school and university admissions, newest first.',
  searchHint: 'Search admissions by title',
  listPath: '/admission',
  detailFolder: '/admissions',
  otherFolders: ['/admission'],
  searchInAddress: false,
  pageSize: PAGE_SIZE,
  priority: 5,
  searchFields: ['title'],
  furtherSearchFields: ['course_name', 'institution_name'],
  statusChoices: ['active', 'inactive', 'Start', 'Date Extend'],
  defaultStatus: 'active',
  badge: ({ status }) => statusBadge(status, ['Start', 'Date Extend']),
  application: {
    start: ['apply_start_date', 'application_start'],
    end: ['apply_end_date', 'application_end'],
    link: ['apply_link', 'apply_online_url'],
  },
  facts: [
    { label: 'Last date', fields: ['apply_end_date', 'application_end'], show: 'date' },
    { label: 'Entrance exam', fields: ['entrance_exam_date'], show: 'date' },
    { label: 'Course', fields: ['course_name'], show: 'text' },
    { label: 'Institution', fields: ['institution_name'], show: 'text' },
  ],
  dates: [
    ...APPLICATION_DATES.map((row) =>
      row.label === 'Last date to apply'
        ? { ...row, whenEmpty: 'To be announced', deadline: true }
        : row.label === 'Application begins'
          ? { ...row, whenEmpty: 'To be announced' }
          : row,
    ),
    { label: 'Admit card', fields: ['admit_card_date'] },
    { label: 'Entrance exam', fields: ['entrance_exam_date'] },
    { label: 'Result', fields: ['result_date'] },
    { label: 'Counselling', fields: ['counselling_date'] },
  ],
  fees: [
    { label: 'General', field: 'fee_general' },
    { label: 'OBC', field: 'fee_obc' },
    { label: 'SC/ST/EWS', field: 'fee_sc_st' },
  ],
  links: [
    { label: 'Apply online', fields: ['apply_link', 'apply_online_url'], onlyWhileOpen: true },
    { label: 'Admission notice', fields: ['admission_notice_url'] },
    ...OFFICIAL_LINKS,
  ],
  howTo: {
    title: 'How to apply',
    steps: [
      'Read the official admission notice, and check the eligibility of the course you want.',
      'Keep marksheets, photograph, signature and category certificates ready as scanned files.',
      'Open the official application site with the button on this page and fill in the form yourself.',
      'Pay the fee on the official site only, and check every detail before you submit.',
      'Save and print the submitted form; counselling and admission ask for it.',
    ],
  },
}
