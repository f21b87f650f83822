import { dayColumn } from '#domain/admin/column.ts'
import { statusBadge } from '#domain/content/badge.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { date, datesSection, line, link, linksSection, officialLinks, postName } from '#domain/content/fields/shared.ts'
import { OFFICIAL_LINKS } from '#domain/content/shared-rows.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import { TO_BE_ANNOUNCED } from '#domain/messages.ts'

export const admitCards = {
  table: 'admit_cards',
  label: 'Admit Cards',
  navLabel: 'Admit Card',
  tabLabel: 'Admit Cards',
  icon: 'M4 4h16v16H4zM8 8.5h3v3.5H8zM14 9h3M14 12h3M8 16h9',
  adminIcon: 'M4 4h16v16H4zM8 9h3v3H8zM14 9.5h3M14 12h3M8 16h9',
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
  menu: { group: 'main', order: 2 },
  home: { phone: 4, laptop: 2 },
  isShortcut: true,
  stage: { order: 4, isAwaited: true, usually: 'Usually out one to two weeks before the exam.' },
  push: {
    category: 'admitCards',
    label: 'Admit cards',
    example: 'Admit cards and exam cities',
    sample: {
      name: 'Admit card',
      title: 'Admit card: RRB NTPC 2026',
      body: 'Admit cards can be downloaded now.',
    },
  },
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
    { label: 'Exam city slip', type: 'admit-card', fields: ['exam_city_date'] },
    { label: 'Shift details', type: 'admit-card', fields: ['exam_shift_date'] },
    {
      label: 'Admit card available',
      type: 'admit-card',
      fields: ['admit_card_available_date'],
      whenEmpty: 'Before Exam',
    },
    { label: 'Last date to download', type: 'last-date', fields: ['admit_card_download_last_date'], deadline: true },
    { label: 'Exam date', type: 'exam', fields: ['exam_date'], whenEmpty: TO_BE_ANNOUNCED },
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
  tabOrder: 3,
  adminColumn: dayColumn('exam_date', 'Exam date'),
  noticeFields: { exam_name: line('Exam name'), post_name: postName },
  formSections: [
    datesSection({
      exam_date: date('Exam date'),
      admit_card_available_date: date('Admit card available from'),
      admit_card_download_last_date: date('Last date to download'),
      exam_city_date: date('Exam city date'),
      exam_shift_date: date('Exam shift date'),
    }),
    linksSection({
      admit_card_url: link('Admit card address'),
      download_link: link('Download link'),
      ...officialLinks,
    }),
  ],
} satisfies ContentKind<'admit_cards'>
