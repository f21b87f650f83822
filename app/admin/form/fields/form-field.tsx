import { memo, type ComponentType } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { fieldIds, useForm, useFormState, type Control } from '#app/admin/form/use-record-form.ts'
import type { CategoryTexts, FieldValue, VacancyLine } from '#domain/admin/form/field-value.ts'
import { isByCategory, type CategoryFieldType, type Field, type FieldType } from '#domain/content/fields/field.ts'
import { FieldWarnings, useWarnings } from '#app/admin/form/warnings/field-warnings.tsx'
import { LinkState } from '#app/admin/form/warnings/link-state.tsx'
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

type TextControl = ComponentType<Control>

type TextType = Exclude<FieldType, CategoryFieldType | 'list' | 'choices' | 'vacancies' | 'slug'>

const TEXT_CONTROLS: Record<TextType, TextControl> = {
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
  const warnings = useWarnings(column)
  const ids = fieldIds(form, column)
  if (field.type === 'slug') return <SlugControl />

  const described = [field.hint && ids.hint, error && ids.error, warnings && ids.warning].filter(Boolean).join(' ')
  const control: Control<FieldValue> = {
    column,
    field,
    value,
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
      <FieldControl {...control} />
      {field.hint && (
        <p className="hint" id={ids.hint}>
          {field.hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={ids.error}>
          <Icon name="closed" />
          {error}
        </p>
      )}
      <FieldWarnings id={ids.warning} messages={warnings} />
      {field.type === 'link' && <LinkState link={value as string} />}
    </div>
  )
})

function FieldControl(control: Control<FieldValue>) {
  const { type } = control.field
  if (type === 'list') return <ListControl {...(control as unknown as Control<readonly string[]>)} />
  if (type === 'choices') return <ChoicesControl {...(control as unknown as Control<readonly string[]>)} />
  if (isByCategory(type)) {
    return <CategoryControl {...(control as unknown as Control<CategoryTexts>)} />
  }
  if (type === 'vacancies') return <VacancyControl {...(control as unknown as Control<readonly VacancyLine[]>)} />
  if (type === 'slug') return null
  const TextControl = TEXT_CONTROLS[type]
  return <TextControl {...(control as unknown as Control)} />
}

function ParagraphControl({ value, change, input }: Control) {
  return (
    <textarea {...input} className="field" rows={3} value={value} onChange={(event) => change(event.target.value)} />
  )
}
