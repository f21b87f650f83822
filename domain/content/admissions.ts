import { statusBadge } from '#domain/badge.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import type { ContentKind } from './content-kind.ts'
import {
  APPLICATION_DATES,
  date,
  line,
  link,
  OFFICIAL_LINKS,
  paragraph,
  rupees,
  SHARED_FIELDS,
  yesNo,
} from './shared-fields.ts'

export const admissions: ContentKind = {
  table: 'admissions',
  label: 'Admission',
  navLabel: 'Admission',
  tabLabel: 'Admissions',
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
  statusChoices: ['active', 'inactive', 'Start', 'Date Extend'],
  defaultStatus: 'active',
  badge: ({ status }) => statusBadge(status, ['Start', 'Date Extend']),
  application: {
    start: ['apply_start_date', 'application_start'],
    end: ['apply_end_date', 'application_end'],
    link: ['apply_link', 'apply_online_url'],
  },
  fields: {
    title: line('Title'),
    institution_name: line('Institution'),
    course_name: line('Course'),
    eligibility: paragraph('Eligibility'),
    application_start: date('Application start'),
    application_end: date('Application end'),
    apply_start_date: date('Application begins'),
    apply_end_date: date('Last date to apply'),
    fee_payment_date: date('Last date to pay the fee'),
    correction_start_date: date('Correction begins'),
    correction_end_date: date('Last date for correction'),
    entrance_exam_date: date('Entrance exam'),
    admit_card_date: date('Admit card date'),
    result_date: date('Result date'),
    counselling_date: date('Counselling'),
    fee_general: rupees('Fee: General'),
    fee_obc: rupees('Fee: OBC'),
    fee_sc_st: rupees('Fee: SC/ST/EWS'),
    apply_link: link('Apply link'),
    apply_online_url: link('Apply online address'),
    admission_notice_url: link('Admission notice'),
    notification_link: link('Notification link'),
    official_website: link('Official website'),
    is_quick_link: yesNo('Quick link'),
    ...SHARED_FIELDS,
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
