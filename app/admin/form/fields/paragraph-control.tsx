import type { Control } from '#app/admin/form/use-record-form.ts'

export function ParagraphControl({ value, change, input }: Control) {
  return (
    <textarea {...input} className="field" rows={3} value={value} onChange={(event) => change(event.target.value)} />
  )
}
