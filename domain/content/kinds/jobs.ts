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
  list,
  markdown,
  number,
  officialLinks,
  paragraph,
  rupees,
  textList,
  vacancies,
} from '#domain/content/fields/shared.ts'
import { PLACES } from '#domain/content/indian-states.ts'
import { FACET_NAMES } from '#domain/content/filters.ts'
import { feeOf, OFFICIAL_LINKS } from '#domain/content/shared-rows.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import { LIST_TIPS } from '#domain/list-messages.ts'
import { LAST_DATE_TO_APPLY, TO_BE_ANNOUNCED } from '#domain/messages.ts'
import { PUSH_DEFAULT_BODY } from '#domain/push/browser-messages.ts'

export const jobs = {
  table: 'jobs',
  label: 'Latest Jobs',
  navLabel: 'Latest Jobs',
  tabLabel: 'Jobs',
  icon: 'M3.5 7.5h17v12h-17zM9 7.5V5h6v2.5M3.5 13h17',
  adminIcon: 'M3.5 7.5h17v12h-17zM9 7V5h6v2M3.5 12.5h17',
  singular: 'job',
  plural: 'jobs',
  lede: 'Government job notices, newest first.',
  emptyTips: [...LIST_TIPS, 'Try the post: clerk, constable, engineer'],
  lastDateOnCards: true,
  searchHint: 'Search by title, post or eligibility',
  listPath: '/jobs',
  detailFolder: '/jobs',
  otherFolders: [],
  filters: FACET_NAMES,
  searchInAddress: true,
  pageSize: PAGE_SIZE,
  priority: 1,
  menu: { group: 'main', order: 1 },
  home: { phone: 2, laptop: 3, status: 'active' },
  isShortcut: true,
  keyword: 'sarkari naukri',
  stage: { order: 1, isAwaited: true },
  push: {
    category: 'newJobs',
    label: 'New jobs',
    example: 'Vacancies whose applications open, and extended dates',
    defaultBody: PUSH_DEFAULT_BODY,
    sample: {
      name: 'New job',
      title: 'New job: SSC CGL 2026',
      body: 'Combined Graduate Level Examination: applications are open.',
    },
  },
  searchFields: ['title', 'post_name', 'eligibility'],
  furtherSearchFields: ['post_name', 'eligibility'],
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
    { label: 'Location', fields: ['location'], show: 'text' },
    { label: 'Advertisement number', fields: ['advertisement_no'], show: 'text' },
  ],
  dates: [
    { label: 'Application begins', type: 'opening', fields: ['apply_start_date'], whenEmpty: TO_BE_ANNOUNCED },
    {
      label: LAST_DATE_TO_APPLY,
      type: 'last-date',
      fields: ['apply_end_date'],
      whenEmpty: TO_BE_ANNOUNCED,
      deadline: true,
    },
    { label: 'Last date to pay the fee', type: 'last-date', fields: ['fee_payment_date'] },
    { label: 'Admit card', type: 'admit-card', fields: ['admit_card_date'], whenEmpty: 'Before Exam' },
    { label: 'Exam date', type: 'exam', fields: ['exam_date'], whenEmpty: TO_BE_ANNOUNCED },
    { label: 'Result', type: 'result', fields: ['result_date'], whenEmpty: TO_BE_ANNOUNCED },
  ],
  fees: [
    feeOf(['general', 'obc'], 'fee_general'),
    feeOf(['sc', 'st', 'ews'], 'fee_sc_st'),
    feeOf(['female'], 'fee_female'),
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
  tabOrder: 1,
  adminColumn: dayColumn('apply_end_date', 'Last date'),
  noticeFields: {
    advertisement_no: line('Advertisement number'),
    location: line('Location', { suggestions: PLACES, hint: 'A state, or All India.' }),
  },
  formSections: [
    {
      legend: 'Vacancies',
      fields: {
        post_name: vacancies('Posts'),
        total_posts: number('Total posts'),
        eligibility: paragraph('Eligibility'),
      },
    },
    applicantsSection,
    datesSection({
      apply_start_date: date('Application begins'),
      apply_end_date: date(LAST_DATE_TO_APPLY),
      fee_payment_date: date('Last date to pay the fee'),
      exam_date: date('Exam date'),
      admit_card_date: date('Admit card date'),
      result_date: date('Result date'),
    }),
    feesSection({
      fee_general: rupees('Fee: General/OBC'),
      fee_sc_st: rupees('Fee: SC/ST/EWS'),
      fee_female: rupees('Fee: Female'),
      ...categoryFees,
    }),
    ageSection,
    linksSection({ apply_link: link('Apply link'), ...officialLinks }),
    {
      legend: 'Details',
      fields: {
        selection_process: list('Selection process'),
        required_documents: textList('Required documents'),
        description: markdown('Description'),
      },
    },
  ],
} satisfies ContentKind<'jobs'>
