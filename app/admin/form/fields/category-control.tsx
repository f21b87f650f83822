import type { Control } from '#app/admin/form/use-record-form.ts'
import type { CategoryTexts } from '#domain/admin/form/field-value.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import { APPLICANT_CATEGORIES } from '#domain/content/categories-of-applicants.ts'

/** A number for each category of applicants. */
export function CategoryControl({ field, value, change, input }: Control<CategoryTexts>) {
  const { id, name: _name, ...attributes } = input
  return (
    <fieldset className="by-category">
      <legend className="visually-hidden">{field.label}</legend>
      {APPLICANT_CATEGORIES.map((category, index) => (
        <label key={category.value}>
          {category.label}
          <input
            {...attributes}
            id={index === 0 ? id : `${id}-${category.value}`}
            className="field"
            aria-label={FORM.ofCategory(field.label, category.label)}
            inputMode={field.type === 'numbers-by-category' ? 'numeric' : 'decimal'}
            autoComplete="off"
            value={value[category.value] ?? ''}
            onChange={(event) => change({ ...value, [category.value]: event.target.value })}
          />
        </label>
      ))}
    </fieldset>
  )
}
