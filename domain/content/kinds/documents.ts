import { plainColumn } from '#domain/admin/column.ts'
import { documentBadge } from '#domain/content/badge.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { line, link, linksSection, paragraph } from '#domain/content/fields/shared.ts'
import { PAGE_SIZE } from '#domain/limits.ts'

export const documents = {
  table: 'documents',
  label: 'Documents',
  navLabel: 'Documents',
  tabLabel: 'Documents',
  icon: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  adminIcon: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
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
  menu: { group: 'more', order: 20 },
  home: { phone: 6, laptop: 5 },
  searchFields: ['title', 'description'],
  furtherSearchFields: ['description'],
  statusChoices: ['active', 'inactive', 'Start', 'Date Extend'],
  defaultStatus: 'active',
  badge: ({ document_url }) => documentBadge(document_url),
  action: {
    label: 'Open the document',
    fields: ['document_url', 'file_url'],
    missing: 'Everything is on this page',
    opensTab: true,
  },
  facts: [{ label: 'Type', fields: ['document_type'], show: 'text' }],
  dates: [],
  fees: [],
  links: [
    { label: 'Document', fields: ['document_url'] },
    { label: 'File', fields: ['file_url'] },
  ],
  howTo: {
    title: 'How to use this document',
    steps: [
      'Open it with the button on this page; it opens in a new tab.',
      'Check its date and number against the official notification.',
      'Save or print it: official sites remove documents without notice.',
    ],
  },
  questions: [{ question: 'What kind of document is this?', fields: ['document_type'] }],
  tabOrder: 5,
  adminColumn: plainColumn('document_type', 'Type'),
  noticeFields: { document_type: line('Type'), description: paragraph('Description') },
  formSections: [
    linksSection({
      document_url: link('Document address', {
        upload: 'document',
        hint: 'Lists open this address itself. Leave it empty to lead to the page of the document.',
      }),
      file_url: link('File address', { upload: 'document', hint: 'The file that the page of the document offers.' }),
    }),
  ],
} satisfies ContentKind<'documents'>
