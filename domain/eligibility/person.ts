import { APPLICANT_CATEGORIES, type ApplicantCategory } from '#domain/content/categories-of-applicants.ts'
import type { Choice } from '#domain/content/choice.ts'

/** Of the categories of applicants, those that each person is in exactly one of. */
export type PersonCategory = Exclude<ApplicantCategory, 'pwd' | 'female' | 'ex_servicemen'>

const BESIDES: readonly string[] = ['pwd', 'female', 'ex_servicemen'] satisfies ApplicantCategory[]

export const PERSON_CATEGORIES = APPLICANT_CATEGORIES.filter(
  (choice): choice is Choice<PersonCategory> => !BESIDES.includes(choice.value),
)

export type PersonGender = 'female' | 'male' | 'other'

export const PERSON_GENDERS: readonly Choice<PersonGender>[] = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'other', label: 'Another' },
]

/** @returns whether a value is one of the choices */
export function isChoice<Value extends string>(choices: readonly Choice<Value>[], value: unknown): value is Value {
  return choices.some((choice) => choice.value === value)
}
