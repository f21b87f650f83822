import { fieldsOf } from '#domain/content/fields/registry.ts'
import { byTable } from '#domain/content/registry.ts'
import { plainColumn, shared, type AdminColumn } from './column.ts'
import { byReferenceTable } from './reference-tables.ts'
import { isContentTable, type AdminTable } from './tabs.ts'

const quickLink: AdminColumn = { field: 'is_quick_link', label: 'Quick Link', type: 'quick-link' }

/** Columns of 'View Simplified': those that are needed in a list. Source: docs/behaviour/admin.md#tables. */
export const SIMPLIFIED: Record<AdminTable, readonly AdminColumn[]> = {
  ...byTable(({ adminColumn, lacks }) => [
    shared.title,
    shared.status,
    shared.organization,
    adminColumn,
    shared.postDate,
    ...(lacks?.includes(quickLink.field) ? [] : [quickLink]),
  ]),
  ...byReferenceTable(({ columns }) => columns),
}

/** @returns whether the rows of a table have a Quick Link button. Source: docs/behaviour/admin.md#quick-links. */
export function hasQuickLink(table: AdminTable): boolean {
  return SIMPLIFIED[table].includes(quickLink)
}

/** Form fields whose values the simplified columns already show in another format. */
const SHOWN_OTHERWISE = ['post_time', 'organization_id', 'parent_id']

/** Names that the history knows. Source: docs/behaviour/history.md#in-the-admin */
const AUTHORS = [plainColumn('created_by', 'Created by'), plainColumn('updated_by', 'Changed by')]

/** @returns the columns of 'View All': those of the simplified view, then all other stored fields */
export function allColumns(table: AdminTable): AdminColumn[] {
  const shown = SIMPLIFIED[table]
  const isShown = (field: string) => SHOWN_OTHERWISE.includes(field) || shown.some((column) => column.field === field)
  const views = isContentTable(table)
    ? [plainColumn('checked_at', 'Checked', 'timestamp'), plainColumn('view_count', 'Views', 'number')]
    : []
  const rest = Object.entries(fieldsOf(table))
    .filter(([field, { isPlanned }]) => !isPlanned && !isShown(field))
    .map(([field, { label, type, options }]) =>
      type === 'reference'
        ? related(field, label)
        : { ...plainColumn(field, label, type), ...(options && { options }) },
    )
  const times = [shared.created, shared.changed].filter(({ field }) => !isShown(field))
  return [...shown, ...rest, ...views, ...times, ...AUTHORS, plainColumn('id', 'Number', 'number')]
}

/** A reference is shown as the name of the row that it refers to. */
function related(field: string, label: string): AdminColumn {
  return plainColumn(field === 'category_id' ? 'categories' : 'recruitments', label, 'name')
}
