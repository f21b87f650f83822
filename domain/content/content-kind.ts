import type { Badge } from '#domain/badge.ts'

export type ContentTable = 'jobs' | 'results' | 'admit_cards' | 'answer_keys' | 'admissions' | 'documents' | 'syllabus'

/** The drawing that stands for a kind beside its label. */
export type KindIcon = 'case' | 'ticket' | 'medal' | 'ticks' | 'cap' | 'page' | 'book'

/** A row of 'Important dates'; an empty one is left out unless it says what to show. */
export interface DateRow {
  label: string
  /** First non-empty field wins. */
  fields: string[]
  whenEmpty?: string
  /** The day that closes something for the reader: highlighted while it is near. */
  deadline?: boolean
}

export interface LinkRow {
  label: string
  fields: string[]
  /** Shown only while one can apply. */
  onlyWhileOpen?: boolean
}

/** One answer in the card on top of a detail page. */
export interface Fact {
  label: string
  fields: string[]
  show: 'date' | 'number' | 'text'
}

export interface ContentKind {
  table: ContentTable
  /** Section, search category and breadcrumb: 'Admit Cards'. */
  label: string
  /** Main navigation: 'Admit Card'. */
  navLabel: string
  /** Tab of the back office and {tab} in its messages: 'Admit Cards'. */
  tabLabel: string
  icon: KindIcon
  /** In sentences: 'admit card', 'admit cards'. */
  singular: string
  plural: string
  /** Heading of the list where it is not the label. */
  listHeading?(year: string): string
  /** One sentence under the heading of the list. */
  lede: string
  /** Longer words below it. */
  intro?: string
  /** What to do when the list is empty. */
  emptyTips?: string[]
  /** Whether cards show 'Apply Last Date'. */
  lastDateOnCards?: boolean
  searchHint: string
  listPath: string
  /** Canonical folder of the details, plural. */
  detailFolder: string
  /** Other spellings of the folder that show the same record; the first one is used by the global search. */
  otherFolders: string[]
  /** Whether the text of the list's search box lives in the address. */
  searchInAddress: boolean
  pageSize: number
  /** Order of categories in search. Source: specification, section 9. */
  priority: number
  /** Fields that free text is looked for in, besides nothing else. */
  searchFields: string[]
  /** Fields besides the title that the search of everything looks into. */
  furtherSearchFields: string[]
  /** The only status that its section of the home page shows, where that is not every public one. */
  homeStatus?: string
  statusChoices: string[]
  defaultStatus: string
  badge(notice: { status: string | null; document_url?: unknown }): Badge
  /** The field whose Markdown is shown rendered. */
  markdownField?: string
  /** Whether `post_name` holds a table of vacancies. */
  hasVacancies?: boolean
  /** Kinds one can apply to. Field precedence: first non-empty wins. */
  application?: { start: string[]; end: string[]; link: string[] }
  /** The one button of kinds one cannot apply to. */
  action?: { label: string; fields: string[]; missing: string }
  facts: Fact[]
  dates: DateRow[]
  fees: { label: string; field: string }[]
  links: LinkRow[]
  howTo?: { title: string; steps: string[] }
}
