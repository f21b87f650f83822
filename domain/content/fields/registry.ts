import { byReferenceTable } from '#domain/admin/reference-tables.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { byTable } from '#domain/content/registry.ts'
import type { Field, FormSection } from './field.ts'
import { noticeForm } from './notice-form.ts'

/** The form of each table in the admin. */
export const FORMS: Record<AdminTable, readonly FormSection[]> = {
  ...byTable(noticeForm),
  ...byReferenceTable(({ form }) => form),
}

/** @returns the fields of a table's form, by column: all columns that admins may write */
export function fieldsOf(table: AdminTable): Record<string, Field> {
  return Object.assign({}, ...FORMS[table].map(({ fields }) => fields))
}
