import { plainColumn } from '#domain/admin/column.ts'
import { statusBadge } from '#domain/content/badge.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { line, markdown } from '#domain/content/fields/shared.ts'
import { PAGE_SIZE } from '#domain/limits.ts'

export const syllabus = {
  table: 'syllabus',
  label: 'Syllabus',
  navLabel: 'Syllabus',
  tabLabel: 'Syllabus',
  icon: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1ZM12 6v14',
  adminIcon: 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11M9 8h6',
  singular: 'syllabus',
  plural: 'syllabus',
  lede: 'Exam patterns and topics, newest first.',
  searchHint: 'Search syllabus by title',
  listPath: '/syllabus',
  detailFolder: '/syllabus',
  otherFolders: [],
  searchInAddress: false,
  pageSize: PAGE_SIZE,
  priority: 7,
  menu: { group: 'main', order: 5 },
  stage: { order: 3, isAwaited: true, usually: 'Usually part of the notification, or out soon after it.' },
  searchFields: ['title'],
  furtherSearchFields: ['exam_name', 'subject'],
  statusChoices: ['active', 'inactive', 'Start', 'Date Extend'],
  defaultStatus: 'active',
  badge: ({ status }) => statusBadge(status, []),
  markdownField: 'content',
  facts: [
    { label: 'Exam', fields: ['exam_name'], show: 'text' },
    { label: 'Subjects', fields: ['subject'], show: 'text' },
  ],
  dates: [],
  fees: [],
  links: [],
  howTo: {
    title: 'How to use this syllabus',
    steps: [
      'Compare it with the latest official notification, which decides when they differ.',
      'List the topics, and mark those that you know already.',
      'Look at the exam pattern: how many questions, marks and minutes each part has.',
    ],
  },
  questions: [
    { question: 'Which exam is this syllabus for?', fields: ['exam_name'] },
    { question: 'Which subjects does it cover?', fields: ['subject'] },
  ],
  tabOrder: 7,
  adminColumn: plainColumn('exam_name', 'Exam name'),
  lacks: ['is_quick_link'],
  noticeFields: { exam_name: line('Exam name'), subject: line('Subjects') },
  formSections: [{ legend: 'Content', fields: { content: markdown('Content') } }],
} satisfies ContentKind<'syllabus'>
