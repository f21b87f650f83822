import { APPLICANT_CATEGORIES, type NumbersByCategory } from '#domain/content/categories-of-applicants.ts'
import type { Field } from '#domain/content/fields/field.ts'
import type { CategoryTexts } from './field-value.ts'
import { FORM } from './messages.ts'
import { numberError } from './number-error.ts'
import { typedNumber } from './typed-number.ts'

/**
 * Converts the numbers of categories to an object. Source: docs/behaviour/facts.md#categories
 *
 * @param texts as typed; a category without a text is not stated
 * @returns the object, null when nothing is stated, or the error of the first invalid number
 */
export function storedByCategory(
  { label, type, largest = Number.POSITIVE_INFINITY }: Field,
  texts: CategoryTexts,
): { value: NumbersByCategory | null } | { error: string } {
  const numbers: NumbersByCategory = {}
  for (const category of APPLICANT_CATEGORIES) {
    const text = texts[category.value]?.trim()
    if (!text) continue
    const number = typedNumber(text, { isAmount: type === 'rupees-by-category', isMark: type === 'marks-by-category' })
    const problem = typeof number === 'number' && number > largest ? 'too-large' : number
    if (typeof problem === 'string')
      return { error: numberError(problem, FORM.ofCategory(label, category.label), text) }
    if (problem !== null) numbers[category.value] = problem
  }
  return { value: Object.keys(numbers).length > 0 ? numbers : null }
}
