import { dayColumn } from '#domain/admin/column.ts'
import { statusBadge } from '#domain/content/badge.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { ageSection, applicantsSection, categoryFees } from '#domain/content/fields/facts.ts'
import {
  date,
  datesSection,
  feesSection,
  line,
  link,
  linksSection,
  officialLinks,
  paragraph,
  rupees,
} from '#domain/content/fields/shared.ts'
import { FACET_NAMES } from '#domain/content/filters.ts'
import { applicationDates, feeOf, OFFICIAL_LINKS } from '#domain/content/shared-rows.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import { LAST_DATE_TO_APPLY, TO_BE_ANNOUNCED } from '#domain/messages.ts'

export const admissions = {
  table: 'admissions',
  label: 'Admission',
  navLabel: 'Admission',
  tabLabel: 'Admissions',
  icon: 'm2 9 10-5 10 5-10 5ZM6 11.5V16c3 3 9 3 12 0v-4.5M22 9v6',
  adminIcon: 'm2 9 10-5 10 5-10 5ZM6 11.5V16c3 3 9 3 12 0v-4.5',
  singular: 'admission',
  plural: 'admissions',
  lede: 'Entrance exams, school and university admissions, newest first.',
  searchHint: 'Search admissions by title',
  listPath: '/admission',
  detailFolder: '/admissions',
  otherFolders: ['/admission'],
  // Admissions do not say how many seats there are.
  filters: FACET_NAMES.filter((facet) => facet !== 'vacancies'),
  searchInAddress: false,
  pageSize: PAGE_SIZE,
  priority: 5,
  menu: { group: 'main', order: 4 },
  home: { phone: 5, laptop: 6 },
  stage: { order: 2 },
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
    ...applicationDates({
      begins: { whenEmpty: TO_BE_ANNOUNCED },
      ends: { whenEmpty: TO_BE_ANNOUNCED, deadline: true },
    }),
    { label: 'Admit card', type: 'admit-card', fields: ['admit_card_date'] },
    { label: 'Entrance exam', type: 'exam', fields: ['entrance_exam_date'] },
    { label: 'Result', type: 'result', fields: ['result_date'] },
    { label: 'Counselling', type: 'result', fields: ['counselling_date'] },
  ],
  fees: [feeOf(['general', 'obc'], 'fee_general'), feeOf(['obc'], 'fee_obc'), feeOf(['sc', 'st', 'ews'], 'fee_sc_st')],
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
  tabOrder: 6,
  adminColumn: dayColumn('apply_end_date', 'Last date'),
  noticeFields: {
    institution_name: line('Institution'),
    course_name: line('Course'),
    eligibility: paragraph('Eligibility'),
  },
  formSections: [
    applicantsSection,
    datesSection({
      apply_start_date: date('Application begins'),
      apply_end_date: date(LAST_DATE_TO_APPLY),
      application_start: date('Application start'),
      application_end: date('Application end'),
      fee_payment_date: date('Last date to pay the fee'),
      correction_start_date: date('Correction begins'),
      correction_end_date: date('Last date for correction'),
      entrance_exam_date: date('Entrance exam'),
      admit_card_date: date('Admit card date'),
      result_date: date('Result date'),
      counselling_date: date('Counselling'),
    }),
    feesSection({
      fee_general: rupees('Fee: General/OBC'),
      fee_obc: rupees('Fee: OBC'),
      fee_sc_st: rupees('Fee: SC/ST/EWS'),
      ...categoryFees,
    }),
    ageSection,
    linksSection({
      apply_link: link('Apply link'),
      apply_online_url: link('Apply online address'),
      admission_notice_url: link('Admission notice', { upload: 'document' }),
      ...officialLinks,
    }),
  ],
} satisfies ContentKind<'admissions'>
