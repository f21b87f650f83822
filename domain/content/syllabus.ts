import { statusBadge } from '#domain/badge.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import type { ContentKind } from './content-kind.ts'

export const syllabus: ContentKind = {
  table: 'syllabus',
  label: 'Syllabus',
  navLabel: 'Syllabus',
  tabLabel: 'Syllabus',
  icon: 'book',
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
  searchFields: ['title'],
  furtherSearchFields: ['exam_name', 'subject'],
  statusChoices: ['active', 'inactive', 'published', 'Start', 'Date Extend'],
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
}
