import { useChoice } from '#app/admin/form/references/choices.tsx'
import { useForm } from '#app/admin/form/use-record-form.ts'
import type { FieldValue } from '#domain/admin/form/field-value.ts'
import type { ReferenceTable } from '#domain/admin/reference-tables.ts'

/** The value of a field as text. */
export function ShownValue({ column, value }: { column: string; value: FieldValue }) {
  const { fields } = useForm()
  const references = fields[column]?.references
  if (references && typeof value === 'string') return <ReferredName table={references} value={value} />
  const text = typeof value === 'string' ? value : value.map(lineText).join('\n')
  return <span className="shown-value">{text || <i>empty</i>}</span>
}

function ReferredName({ table, value }: { table: ReferenceTable; value: string }) {
  const choice = useChoice(table, value)
  return <span className="shown-value">{value ? (choice?.label ?? value) : <i>empty</i>}</span>
}

function lineText(line: Exclude<FieldValue, string>[number]): string {
  return typeof line === 'string' ? line : [line.name, line.posts, line.eligibility].filter(Boolean).join(', ')
}
