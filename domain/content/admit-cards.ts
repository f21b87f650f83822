import { statusBadge } from '#domain/badge.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import type { ContentKind } from './content-kind.ts'
import { OFFICIAL_LINKS } from './shared-rows.ts'

export const admitCards: ContentKind = {
  table: 'admit_cards',
  label: 'Admit Cards',
  navLabel: 'Admit Card',
  tabLabel: 'Admit Cards',
  icon: 'ticket',
  singular: 'admit card',
  plural: 'admit cards',
  lede: 'Admit cards, exam city slips and hall tickets, newest first.',
  searchHint: 'Search admit cards by title',
  listPath: '/admit-card',
  detailFolder: '/admit-cards',
  otherFolders: ['/admit-card'],
  searchInAddress: false,
  pageSize: PAGE_SIZE,
  priority: 2,
  searchFields: ['title'],
  furtherSearchFields: ['exam_name', 'post_name'],
  statusChoices: ['active', 'inactive', 'Out', 'Soon', 'Start', 'Date Extend'],
  defaultStatus: 'active',
  badge: ({ status }) => statusBadge(status, ['Out', 'Soon']),
  action: {
    label: 'Download the admit card',
    fields: ['download_link', 'admit_card_url'],
    missing: 'No download link yet',
  },
  facts: [
    { label: 'Exam date', fields: ['exam_date'], show: 'date' },
    { label: 'Download until', fields: ['admit_card_download_last_date'], show: 'date' },
    { label: 'Exam', fields: ['exam_name'], show: 'text' },
    { label: 'Post', fields: ['post_name'], show: 'text' },
  ],
  dates: [
    { label: 'Exam city slip', fields: ['exam_city_date'] },
    { label: 'Shift details', fields: ['exam_shift_date'] },
    { label: 'Admit card available', fields: ['admit_card_available_date'], whenEmpty: 'Before Exam' },
    { label: 'Last date to download', fields: ['admit_card_download_last_date'], deadline: true },
    { label: 'Exam date', fields: ['exam_date'], whenEmpty: 'To be announced' },
  ],
  fees: [],
  links: [{ label: 'Download admit card', fields: ['download_link', 'admit_card_url'] }, ...OFFICIAL_LINKS],
  howTo: {
    title: 'How to download the admit card',
    steps: [
      'Keep your registration number and date of birth or password at hand.',
      'Open the official download page with the button on this page and sign in.',
      'Check your name, photograph, exam centre, date and reporting time.',
      'Print it on A4 paper, and carry it to the centre with the photo identity it names.',
    ],
  },
}
