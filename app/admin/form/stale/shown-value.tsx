import { useChoice } from '#app/admin/form/references/choices.tsx'
import { useForm } from '#app/admin/form/use-record-form.ts'
import type { FieldValue, VacancyLine } from '#domain/admin/form/field-value.ts'
import type { ReferenceTable } from '#domain/admin/reference-tables.ts'
import { APPLICANT_CATEGORIES } from '#domain/content/categories-of-applicants.ts'
import { labelOf } from '#domain/content/choice.ts'
import type { Field } from '#domain/content/fields/field.ts'

/** The value of a field as text. */
export function ShownValue({ column, value }: { column: string; value: FieldValue }) {
  const field = useForm().fields[column]
  const references = field?.references
  if (references && typeof value === 'string') return <ReferredName table={references} value={value} />
  return <span className="shown-value">{textOf(field, value) || <i>empty</i>}</span>
}

function ReferredName({ table, value }: { table: ReferenceTable; value: string }) {
  const choice = useChoice(table, value)
  return <span className="shown-value">{value ? (choice?.label ?? value) : <i>empty</i>}</span>
}

function textOf(field: Field | undefined, value: FieldValue): string {
  if (typeof value === 'string') return labelOf(field?.options ?? [], value)
  if (isLines(value)) return value.map((line) => lineText(field, line)).join('\n')
  return Object.entries(value)
    .map(([category, number]) => `${labelOf(APPLICANT_CATEGORIES, category)}: ${number}`)
    .join('\n')
}

function isLines(value: Exclude<FieldValue, string>): value is readonly string[] | readonly VacancyLine[] {
  return Array.isArray(value)
}

function lineText(field: Field | undefined, line: string | VacancyLine): string {
  if (typeof line === 'string') return labelOf(field?.options ?? [], line)
  return [line.name, line.posts, line.eligibility].filter(Boolean).join(', ')
}
