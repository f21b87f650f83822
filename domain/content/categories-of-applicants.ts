import { labelOf, type Choice } from './choice.ts'

export type ApplicantCategory = 'general' | 'ews' | 'obc' | 'sc' | 'st' | 'pwd' | 'female' | 'ex_servicemen'

/**
 * Categories for which vacancies, ages and fees differ. A person is in one of the first five, and may be in the others
 * besides. The database has the same in rules.applicant_categories(). Source: docs/behaviour/facts.md#categories
 */
export const APPLICANT_CATEGORIES: readonly Choice<ApplicantCategory>[] = [
  { value: 'general', label: 'General' },
  { value: 'ews', label: 'EWS' },
  { value: 'obc', label: 'OBC' },
  { value: 'sc', label: 'SC' },
  { value: 'st', label: 'ST' },
  { value: 'pwd', label: 'PwD' },
  { value: 'female', label: 'Female' },
  { value: 'ex_servicemen', label: 'Ex-servicemen' },
]

/** @returns several categories as one: 'SC/ST/EWS' */
export function categoriesLabel(categories: readonly ApplicantCategory[]): string {
  return categories.map((category) => labelOf(APPLICANT_CATEGORIES, category)).join('/')
}

/** @returns the categories with equal numbers together, each once, in the order of the first of them */
export function groupedByNumber(
  numbers: NumbersByCategory,
): { categories: readonly ApplicantCategory[]; number: number }[] {
  const groups = new Map<number, ApplicantCategory[]>()
  for (const { value } of APPLICANT_CATEGORIES) {
    const number = numbers[value]
    if (number !== undefined) groups.set(number, [...(groups.get(number) ?? []), value])
  }
  return [...groups].map(([number, categories]) => ({ categories, number }))
}

/** Posts, years or rupees by category; a category without a number is not stated. */
export type NumbersByCategory = Partial<Record<ApplicantCategory, number>>

/** @returns the numbers of a stored object in the order of the categories; anything else in it is left out */
export function numbersByCategory(stored: unknown): NumbersByCategory {
  if (typeof stored !== 'object' || stored === null) return {}
  const given = stored as Record<string, unknown>
  return Object.fromEntries(
    APPLICANT_CATEGORIES.flatMap(({ value }) => {
      const number = Object.hasOwn(given, value) ? given[value] : null
      return typeof number === 'number' && Number.isFinite(number) ? [[value, number]] : []
    }),
  )
}
