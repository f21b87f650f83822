import { memo, type ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { fieldIds, useForm, useFormState, type Control } from '#app/admin/form/use-record-form.ts'
import type { FieldValue, ValueOf } from '#domain/admin/form/field-value.ts'
import { LINKS } from '#domain/admin/messages.ts'
import type { Field, FieldType } from '#domain/content/fields/field.ts'
import { isUnpublished } from '#domain/content/publication.ts'
import { formatDay, indianDay } from '#domain/dates.ts'
import { linkResult } from '#domain/link-check.ts'
import { FieldWarnings, useWarnings } from '#app/admin/form/warnings/field-warnings.tsx'
import { CategoryControl } from './category-control.tsx'
import { ChoicesControl } from './choices-control.tsx'
import { Counter } from './counter.tsx'
import { DateControl } from './date-control.tsx'
import { LineControl } from './line-control.tsx'
import { LinkControl } from './link-control.tsx'
import { ListControl } from './list-control.tsx'
import { MarkdownControl } from './markdown-control.tsx'
import { PostTimeControl } from './post-time-control.tsx'
import { ReferenceControl } from './reference-control.tsx'
import { ChoiceControl } from './choice-control.tsx'
import { SlugControl } from './slug-control.tsx'
import { TimestampControl } from './timestamp-control.tsx'
import { VacancyControl } from './vacancy-control.tsx'

const CONTROLS: { [Type in Exclude<FieldType, 'slug'>]: (props: Control<ValueOf<Type>>) => ReactNode } = {
  line: LineControl,
  paragraph: ParagraphControl,
  markdown: MarkdownControl,
  date: DateControl,
  number: LineControl,
  rupees: LineControl,
  'yes-no': ChoiceControl,
  status: ChoiceControl,
  choice: ChoiceControl,
  link: LinkControl,
  'post-time': PostTimeControl,
  timestamp: TimestampControl,
  reference: ReferenceControl,
  list: ListControl,
  choices: ChoicesControl,
  'numbers-by-category': CategoryControl,
  'rupees-by-category': CategoryControl,
  'marks-by-category': CategoryControl,
  vacancies: VacancyControl,
}

/** Types of fields that take the whole width. */
const WIDE: readonly FieldType[] = [
  'paragraph',
  'markdown',
  'link',
  'list',
  'choices',
  'numbers-by-category',
  'rupees-by-category',
  'marks-by-category',
  'vacancies',
  'slug',
]

/** One field with its label, hint and error; it renders again only when its own value or error changes. */
export const FormField = memo(function FormField({ column, field }: { column: string; field: Field }) {
  const form = useForm()
  const value = useFormState(({ values }) => values[column] ?? '')
  const error = useFormState(({ errors }) => errors[column])
  const isPosted = useFormState(({ loaded }) => loaded !== null && !isUnpublished(loaded.state))
  const warnings = useWarnings(column)
  const ids = fieldIds(form, column)
  const hint = (isPosted && field.hintOnceStored) || field.hint
  if (field.type === 'slug') return <SlugControl />

  const described = [hint && ids.hint, error && ids.error, warnings && ids.warning].filter(Boolean).join(' ')
  const FieldControl = CONTROLS[field.type]
  const control: Omit<Control<FieldValue>, 'value'> = {
    column,
    field,
    change: (next) => form.change(column, next),
    input: {
      id: ids.id,
      name: column,
      // An error that appears on blur would move the button that is being pressed; a save validates anyway.
      onBlur: ({ relatedTarget }) => {
        if (!relatedTarget?.matches('button')) form.leave(column)
      },
      ...(described && { 'aria-describedby': described }),
      ...(error && { 'aria-invalid': true }),
      ...(field.required && { 'aria-required': true }),
    },
  }
  const isHeading = column === 'title' || column === 'name'
  return (
    <div className={isHeading || WIDE.includes(field.type) ? 'form-field wide' : 'form-field'}>
      <div className="form-label">
        <label id={ids.label} htmlFor={ids.id}>
          {field.label}
        </label>
        <Counter field={field} value={value} />
      </div>
      {/* The compiler does not know that the value is one of this type of field. */}
      <FieldControl {...control} value={value as never} />
      {hint && (
        <p className="hint" id={ids.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={ids.error}>
          <Icon name="closed" />
          {error}
        </p>
      )}
      <FieldWarnings id={ids.warning} messages={warnings} />
      {field.type === 'link' && typeof value === 'string' && <LinkState link={value} />}
    </div>
  )
})

/** What the last check of the link in a field has found, if it was checked. */
function LinkState({ link }: { link: string }) {
  const form = useForm()
  const check = useFormState(() => form.judge?.checkOf(link.trim()))
  if (!form.judge) return null
  return (
    <output className={`link-state ${check?.outcome ?? ''}`}>
      {check && LINKS.last(formatDay(indianDay(check.checked_at)), linkResult(check))}
    </output>
  )
}

function ParagraphControl({ value, change, input }: Control) {
  return (
    <textarea {...input} className="field" rows={3} value={value} onChange={(event) => change(event.target.value)} />
  )
}
