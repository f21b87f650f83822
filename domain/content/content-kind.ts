import type { Badge } from '#domain/badge.ts'
import type { NoticeColumn } from './notice-columns.ts'

export type ContentTable = 'jobs' | 'results' | 'admit_cards' | 'answer_keys' | 'admissions' | 'documents' | 'syllabus'

/** The icon of a kind beside its label. */
export type KindIcon = 'case' | 'ticket' | 'medal' | 'ticks' | 'cap' | 'page' | 'book'

/** A row of 'Important dates'; without a date it is left out, unless it has a text for that. */
export interface DateRow {
  label: string
  /** The first non-empty field is used. */
  fields: NoticeColumn[]
  whenEmpty?: string
  /** Whether the date is a deadline, which is highlighted while it is near. */
  deadline?: boolean
}

export interface LinkRow {
  label: string
  fields: NoticeColumn[]
  /** Shown only while applications are open. */
  onlyWhileOpen?: boolean
}

/** One fact in the card at the top of a detail page. */
export interface Fact {
  label: string
  fields: NoticeColumn[]
  show: 'date' | 'number' | 'text'
}

export interface ContentKind {
  table: ContentTable
  /** Section, search category and breadcrumb: 'Admit Cards'. */
  label: string
  /** Main navigation: 'Admit Card'. */
  navLabel: string
  /** Tab of the admin and {tab} in its messages: 'Admit Cards'. */
  tabLabel: string
  icon: KindIcon
  /** In sentences: 'admit card', 'admit cards'. */
  singular: string
  plural: string
  /** Heading of the list where it is not the label. */
  listHeading?(year: string): string
  /** One sentence under the heading of the list. */
  lede: string
  /** Longer text below it. */
  intro?: string
  /** Advice that is shown when the list is empty. */
  emptyTips?: string[]
  /** Whether cards show 'Apply Last Date'. */
  lastDateOnCards?: boolean
  searchHint: string
  listPath: string
  /** Canonical folder of the details, plural. */
  detailFolder: string
  /** Other spellings of the folder that show the same record; the first one is used by the global search. */
  otherFolders: string[]
  /** Whether the address contains the text of the list's search box. */
  searchInAddress: boolean
  pageSize: number
  /** Order of categories in search. Source: docs/behaviour/notices.md#categories-of-the-search. */
  priority: number
  /** The fields that the search of the list covers. */
  searchFields: NoticeColumn[]
  /** The fields besides the title that the search of the whole site covers. */
  furtherSearchFields: NoticeColumn[]
  /** The status that its section of the home page is limited to, if any. */
  homeStatus?: string
  statusChoices: string[]
  defaultStatus: string
  badge(notice: { status: string | null; document_url?: unknown }): Badge
  /** The field whose Markdown is shown rendered. */
  markdownField?: NoticeColumn
  /** Whether `post_name` holds a table of vacancies. */
  hasVacancies?: boolean
  /** Only for kinds with applications. Field precedence: the first non-empty one is used. */
  application?: { start: NoticeColumn[]; end: NoticeColumn[]; link: NoticeColumn[] }
  /** The primary button of kinds without applications. */
  action?: { label: string; fields: NoticeColumn[]; missing: string }
  facts: Fact[]
  dates: DateRow[]
  fees: { label: string; field: NoticeColumn }[]
  links: LinkRow[]
  howTo?: { title: string; steps: string[] }
}
