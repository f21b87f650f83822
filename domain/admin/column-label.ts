import { capitalized } from '#domain/capitalized.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { allColumns } from './columns.ts'
import { ADMIN_TABS, type AdminTable } from './tabs.ts'

/** @returns what admins call a column: the label of its field or of its column in the table, or else its name in words */
export function columnLabel(table: string, column: string): string {
  return labelIn(table, column) ?? capitalized(column.replaceAll('_', ' '))
}

function labelIn(table: string, column: string): string | undefined {
  if (!isAdminTable(table)) return undefined
  return fieldsOf(table)[column]?.label ?? allColumns(table).find(({ field }) => field === column)?.label
}

function isAdminTable(table: string): table is AdminTable {
  return ADMIN_TABS.some((tab) => tab.table === table)
}
