import { documentBadge } from '#domain/badge.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import type { ContentKind } from './content-kind.ts'

export const documents: ContentKind = {
  table: 'documents',
  label: 'Documents',
  navLabel: 'Documents',
  tabLabel: 'Documents',
  icon: 'page',
  singular: 'document',
  plural: 'documents',
  lede: 'Exam calendars, certificate formats and guides, newest first.',
  searchHint: 'Search by title or description',
  listPath: '/documents',
  detailFolder: '/documents',
  otherFolders: [],
  searchInAddress: true,
  pageSize: PAGE_SIZE,
  priority: 6,
  searchFields: ['title', 'description'],
  furtherSearchFields: ['description'],
  statusChoices: ['active', 'inactive', 'published', 'Start', 'Date Extend'],
  defaultStatus: 'active',
  badge: ({ document_url }) => documentBadge(document_url),
  action: { label: 'Open the document', fields: ['document_url', 'file_url'], missing: 'Everything is on this page' },
  facts: [{ label: 'Type', fields: ['document_type'], show: 'text' }],
  dates: [],
  fees: [],
  links: [
    { label: 'Document', fields: ['document_url'] },
    { label: 'File', fields: ['file_url'] },
  ],
}
