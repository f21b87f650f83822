import type { AdminColumn } from '#domain/admin/column.ts'
import type { Badge } from '#domain/content/badge.ts'
import type { ApplicantCategory } from './categories-of-applicants.ts'
import type { Field, FormSection } from './fields/field.ts'
import type { DateType } from './date-types.ts'
import type { Facet } from './filters.ts'
import type * as kinds from './kinds.ts'
import type { NoticeColumn, NoticeColumns } from './notice-columns.ts'

/** The table of a kind. */
export type ContentTable = (typeof kinds)[keyof typeof kinds]['table']

/** A row of 'Important dates'; without a date it is left out, unless it has a text for that. */
export interface DateRow {
  label: string
  /** What the calendar lists it under. */
  type: DateType
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
  /** Left out where one of these fields has the same address. */
  unlessIn?: NoticeColumn[]
}

/** A fee, and the categories of applicants who pay it unless the notice states a fee of their own. */
export interface FeeRow {
  label: string
  field: NoticeColumn
  categories?: readonly ApplicantCategory[]
}

/** One fact in the card at the top of a detail page. */
export interface Fact {
  label: string
  fields: NoticeColumn[]
  show: 'date' | 'number' | 'text'
}

/** A subject of notifications that visitors choose. Source: docs/behaviour/push.md#categories-and-preferences. */
interface PushTopic {
  /** Its name in stored preferences and in notifications: 'admitCards'. */
  category: string
  label: string
  /** What notifications about it say, in the settings of notifications. */
  example: string
  /** The text of a notification about a notice without a last date. */
  defaultBody?: string
  /** A notification with which admins try it on their own device. */
  sample: { name: string; title: string; body: string }
}

/** Everything that is different between the kinds of notices. One file in `kinds/` for each. */
export interface ContentKind<Table extends string = ContentTable> {
  table: Table
  /** Section, search category and breadcrumb: 'Admit Cards'. */
  label: string
  /** Main navigation: 'Admit Card'. */
  navLabel: string
  /** Tab of the admin and {tab} in its messages: 'Admit Cards'. */
  tabLabel: string
  /** Drawing beside its label: an SVG path of 24 by 24 units, stroked in the text's colour. */
  icon: string
  /** Drawing in the admin, in the same format. */
  adminIcon: string
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
  /** What its list can be filtered by; a migration calls content.offer_filters for its table. */
  filters?: readonly Facet[]
  /** Whether the address contains the text of the list's search box. */
  searchInAddress: boolean
  pageSize: number
  /** Order of categories in search. Source: docs/behaviour/notices.md#categories-of-the-search. */
  priority: number
  /** Position of its list in the navigation: in the bar, or in the 'More' group. */
  menu: { group: 'main' | 'more'; order: number }
  /**
   * Its section of the home page, if any: the position on phones, in pairs, and on laptops, in rows of three; and the
   * status that the section is limited to. Source: docs/behaviour/public-pages.md#home-page.
   */
  home?: { phone: number; laptop: number; status?: string }
  /** Whether the icon of the installed app offers its list, and texts name it which have no room for all kinds. */
  isShortcut?: boolean
  /** What people search for, if it is not the singular: 'sarkari naukri'. */
  keyword?: string
  /**
   * Its stage in a recruitment. A stage that every recruitment has is awaited while it is missing; the sentence says when
   * it usually comes.
   */
  stage?: { order: number; isAwaited?: boolean; usually?: string }
  /** Without one, its notifications are general updates. */
  push?: PushTopic
  /** The fields that the search of the list covers. */
  searchFields: NoticeColumn[]
  /** The fields besides the title that the search of the whole site covers. */
  furtherSearchFields: NoticeColumn[]
  statusChoices: string[]
  defaultStatus: string
  /** Its badge on the day on which it is posted; `shownBadge` decides whether it is still shown. */
  badge(notice: Pick<NoticeColumns, 'document_url'> & { status: string | null }): Badge
  /** The field whose Markdown is shown rendered. */
  markdownField?: NoticeColumn
  /** Whether `post_name` holds a table of vacancies. */
  hasVacancies?: boolean
  /** Only for kinds with applications. Field precedence: the first non-empty one is used. */
  application?: { start: NoticeColumn[]; end: NoticeColumn[]; link: NoticeColumn[] }
  /** The primary button of kinds without applications. */
  action?: { label: string; fields: NoticeColumn[]; missing: string; opensTab?: boolean }
  facts: Fact[]
  dates: DateRow[]
  fees: FeeRow[]
  links: LinkRow[]
  howTo?: { title: string; steps: string[] }
  /** Questions that a field of the notice answers, besides those of `questions.ts`. */
  questions?: { question: string; fields: NoticeColumn[] }[]
  /** Order of the tabs of the admin, and of the topics of notifications. */
  tabOrder: number
  /** Its own column in 'View Simplified' of the admin. Source: docs/behaviour/admin.md#tables. */
  adminColumn: AdminColumn
  /** Columns of notices that its table does not have. */
  lacks?: string[]
  /** Fields of the form in its first section, after those of all kinds. */
  noticeFields: Record<string, Field>
  /** Further sections of the form, before those of all kinds. */
  formSections: FormSection[]
}
