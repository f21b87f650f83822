import type { FieldType } from '#domain/content/fields/field.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { isContentTable, type AdminTable } from './tabs.ts'

/** How a cell is shown: the types of form fields, and types that only tables have. */
type CellType = FieldType | 'heading' | 'status' | 'active' | 'post-date' | 'quick-link' | 'moment' | 'name' | 'body'

/** A column of a table in the admin. */
export interface AdminColumn {
  /** The database column, or the relation whose name is shown. */
  field: string
  label: string
  type: CellType
  isSortable?: boolean
  /** Whether the value may be null; such rows are sorted last. */
  mayBeEmpty?: boolean
}

const heading = (field: string, label: string): AdminColumn => ({ field, label, type: 'heading', isSortable: true })
const title = heading('title', 'Title')
const name = heading('name', 'Name')
const status: AdminColumn = { field: 'status', label: 'Status', type: 'status', isSortable: true, mayBeEmpty: true }
const active: AdminColumn = { field: 'is_active', label: 'Active', type: 'active' }
const organization: AdminColumn = { field: 'organizations', label: 'Organization', type: 'body' }
const postDate: AdminColumn = { field: 'posted_at', label: 'Post date', type: 'post-date', isSortable: true }
const quickLink: AdminColumn = { field: 'is_quick_link', label: 'Quick Link', type: 'quick-link' }
const created: AdminColumn = { field: 'created_at', label: 'Created', type: 'moment', isSortable: true }
const changed: AdminColumn = { field: 'updated_at', label: 'Changed', type: 'moment', isSortable: true }
const day = (field: string, label: string): AdminColumn => ({
  field,
  label,
  type: 'date',
  isSortable: true,
  mayBeEmpty: true,
})
const plain = (field: string, label: string, type: CellType = 'line'): AdminColumn => ({ field, label, type })

const notice = (...own: AdminColumn[]): AdminColumn[] => [title, status, organization, ...own]

/** Columns of 'View Simplified': those that are needed in a list. Source: docs/behaviour/admin.md#tables. */
export const SIMPLIFIED: Record<AdminTable, readonly AdminColumn[]> = {
  jobs: notice(day('apply_end_date', 'Last date'), postDate, quickLink),
  results: notice(day('result_date', 'Result date'), postDate, quickLink),
  admit_cards: notice(day('exam_date', 'Exam date'), postDate, quickLink),
  answer_keys: notice(day('answer_key_release_date', 'Released on'), postDate),
  documents: notice(plain('document_type', 'Type'), postDate),
  admissions: notice(day('apply_end_date', 'Last date'), postDate),
  syllabus: notice(plain('exam_name', 'Exam name'), postDate),
  categories: [
    name,
    active,
    plain('parent', 'Parent category', 'name'),
    plain('sort_order', 'Sort order', 'number'),
    created,
  ],
  organizations: [name, active, plain('website_url', 'Website', 'link'), created],
  recruitments: [title, organization, created],
}

/** Tables with a button for the quick links of the home page. Source: docs/behaviour/admin.md#quick-links. */
const WITH_QUICK_LINK: readonly AdminTable[] = ['jobs', 'results', 'admit_cards']

/** @returns whether the rows of a table have a Quick Link button */
export function hasQuickLink(table: AdminTable): boolean {
  return WITH_QUICK_LINK.includes(table)
}

/** Form fields whose values the simplified columns already show in another format. */
const SHOWN_OTHERWISE = ['post_time', 'organization_id', 'parent_id']

/** @returns the columns of 'View All': those of the simplified view, then all other stored fields */
export function allColumns(table: AdminTable): AdminColumn[] {
  const shown = SIMPLIFIED[table]
  const isShown = (field: string) => SHOWN_OTHERWISE.includes(field) || shown.some((column) => column.field === field)
  const views = isContentTable(table) && table !== 'syllabus' ? [plain('view_count', 'Views', 'number')] : []
  const rest = Object.entries(fieldsOf(table))
    .filter(([field]) => !isShown(field))
    .map(([field, { label, type }]) => (type === 'reference' ? related(field, label) : plain(field, label, type)))
  const times = [created, changed].filter(({ field }) => !isShown(field))
  return [...shown, ...rest, ...views, ...times, plain('id', 'Number', 'number')]
}

/** A reference is shown as the name of the row that it refers to. */
function related(field: string, label: string): AdminColumn {
  return plain(field === 'category_id' ? 'categories' : 'recruitments', label, 'name')
}
