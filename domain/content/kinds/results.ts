import { dayColumn } from '#domain/admin/column.ts'
import { resultBadge } from '#domain/content/badge.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { date, datesSection, line, link, linksSection, officialLinks, postName } from '#domain/content/fields/shared.ts'
import { applicationDates, OFFICIAL_LINKS } from '#domain/content/shared-rows.ts'
import { CUTOFF_MAX, PAGE_SIZE } from '#domain/limits.ts'
import { LAST_DATE_TO_APPLY, TO_BE_ANNOUNCED } from '#domain/messages.ts'

export const results = {
  table: 'results',
  label: 'Results',
  navLabel: 'Results',
  tabLabel: 'Results',
  icon: 'M12 3a6 6 0 1 0 0 12 6 6 0 0 0 0-12Zm-3.5 11L7 21l5-2.5L17 21l-1.5-7',
  adminIcon: 'M6 3h8l4 4v14H6zM14 3v4h4M9 14.5l2 2 4-4',
  singular: 'result',
  plural: 'results',
  listHeading: (year) => `Latest Government Exam Results ${year}`,
  lede: 'Results, merit lists and cut-offs, newest first.',
  intro:
    'Every result is listed here when the recruiting body announces it: written examinations, skill tests, interviews, final selections, waiting lists and marks. Open one to see when it was declared, which stage it belongs to, where to look it up and what comes next. Keep your roll number at hand, and trust only what the official website shows for it.',
  emptyTips: [
    'Look on the official website of the body: results appear there first',
    'Keep your roll number and date of birth at hand',
    'Meanwhile check the answer key, and prepare the documents for the next stage',
  ],
  searchHint: 'Search results by title',
  listPath: '/results',
  detailFolder: '/results',
  otherFolders: [],
  searchInAddress: false,
  pageSize: PAGE_SIZE,
  priority: 3,
  menu: { group: 'main', order: 3 },
  home: { phone: 1, laptop: 1 },
  isShortcut: true,
  keyword: 'sarkari result',
  stage: { order: 6, isAwaited: true, usually: 'Usually out one to three months after the exam.' },
  push: {
    category: 'results',
    label: 'Results',
    example: 'Results, merit lists and cut-offs',
    sample: {
      name: 'Result',
      title: 'Result: UPSC Civil Services 2026',
      body: 'The result of the preliminary examination is out.',
    },
  },
  searchFields: ['title'],
  furtherSearchFields: ['exam_name', 'post_name'],
  statusChoices: ['published', 'active', 'inactive', 'Out', 'Start', 'Date Extend'],
  defaultStatus: 'published',
  badge: ({ status }) => resultBadge(status),
  action: {
    label: 'Check the result',
    fields: ['result_pdf_url', 'apply_link', 'official_website'],
    missing: 'No link to the result yet',
  },
  facts: [
    { label: 'Result declared', fields: ['result_declared_date', 'result_date'], show: 'date' },
    { label: 'Exam', fields: ['exam_name'], show: 'text' },
    { label: 'Post', fields: ['post_name'], show: 'text' },
  ],
  dates: [
    ...applicationDates(),
    { label: 'Admit card', type: 'admit-card', fields: ['admit_card_date'] },
    { label: 'Exam date (PE)', type: 'exam', fields: ['pe_exam_date'] },
    { label: 'Exam date (PM/PMM)', type: 'exam', fields: ['pm_pmm_exam_date'] },
    {
      label: 'Result declared',
      type: 'result',
      fields: ['result_declared_date', 'result_date'],
      whenEmpty: TO_BE_ANNOUNCED,
    },
  ],
  fees: [],
  links: [
    { label: 'Result', fields: ['result_pdf_url'] },
    { label: 'Application website', fields: ['apply_link'], unlessIn: ['result_pdf_url'] },
    ...OFFICIAL_LINKS,
  ],
  howTo: {
    title: 'How to check the result',
    steps: [
      'Keep your roll number, registration number and date of birth at hand.',
      'Open the official result page with the button on this page.',
      'Enter the details it asks for, or search for your roll number in the list.',
      'Save the result and the score card, and check the dates of the next stage.',
    ],
  },
  tabOrder: 2,
  adminColumn: dayColumn('result_date', 'Result date'),
  noticeFields: { exam_name: line('Exam name'), post_name: postName },
  formSections: [
    datesSection({
      result_date: date('Result date'),
      result_declared_date: date('Result declared on'),
      apply_start_date: date('Application began'),
      apply_end_date: date(LAST_DATE_TO_APPLY),
      fee_payment_date: date('Last date to pay the fee'),
      correction_start_date: date('Correction began'),
      correction_end_date: date('Last date for correction'),
      pe_exam_date: date('Exam date (PE)'),
      pm_pmm_exam_date: date('Exam date (PM/PMM)'),
      admit_card_date: date('Admit card date'),
    }),
    {
      legend: 'Cut-offs',
      hint: 'Leave empty what is not announced.',
      fields: {
        cutoffs: {
          label: 'Cut-off by category',
          type: 'marks-by-category',
          largest: CUTOFF_MAX,
          hint: 'The lowest marks, or the percentile, with which one was selected in this stage.',
        },
      },
    },
    linksSection({
      result_pdf_url: link('Result address', { upload: 'document' }),
      apply_link: link('Apply link'),
      ...officialLinks,
    }),
  ],
} satisfies ContentKind<'results'>
