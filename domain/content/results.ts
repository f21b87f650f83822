import { resultBadge } from '#domain/badge.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import type { ContentKind } from './content-kind.ts'
import { OFFICIAL_LINKS, APPLICATION_DATES } from './shared-rows.ts'

export const results: ContentKind = {
  table: 'results',
  label: 'Results',
  navLabel: 'Results',
  tabLabel: 'Results',
  icon: 'medal',
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
    ...APPLICATION_DATES,
    { label: 'Admit card', fields: ['admit_card_date'] },
    { label: 'Exam date (PE)', fields: ['pe_exam_date'] },
    { label: 'Exam date (PM/PMM)', fields: ['pm_pmm_exam_date'] },
    { label: 'Result declared', fields: ['result_declared_date', 'result_date'], whenEmpty: 'To be announced' },
  ],
  fees: [],
  links: [{ label: 'Result', fields: ['result_pdf_url'] }, ...OFFICIAL_LINKS],
  howTo: {
    title: 'How to check the result',
    steps: [
      'Keep your roll number, registration number and date of birth at hand.',
      'Open the official result page with the button on this page.',
      'Enter the details it asks for, or search for your roll number in the list.',
      'Save the result and the score card, and check the dates of the next stage.',
    ],
  },
}
