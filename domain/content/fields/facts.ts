import { GENDERS } from '#domain/content/genders.ts'
import { POST_GROUPS } from '#domain/content/post-groups.ts'
import { QUALIFICATIONS } from '#domain/content/qualifications.ts'
import { ALL_INDIA, STATES } from '#domain/content/indian-states.ts'
import {
  CATEGORY_POSTS_MAX,
  CATEGORY_RUPEES_MAX,
  GRADUATE_FIELD_MAX,
  GRADUATE_FIELDS_MAX,
  RELAXATION_YEARS_MAX,
} from '#domain/limits.ts'
import type { Field, FormSection } from './field.ts'
import { choice, choices, date, number, yesNo } from './shared.ts'

/** Subjects of degrees that notices often ask for. */
const SUBJECTS = [
  'Agriculture',
  'Arts',
  'Commerce',
  'Computer Science',
  'Education',
  'Engineering',
  'Law',
  'Management',
  'Mathematics',
  'Medicine',
  'Nursing',
  'Pharmacy',
  'Science',
]

/** What jobs and admissions state about applicants. Source: docs/behaviour/facts.md#what-is-stated */
export const applicantsSection: FormSection = {
  legend: 'Who can apply',
  hint: 'Filters and the eligibility check read these. Leave empty what the notice does not state.',
  offersFacts: true,
  fields: {
    qualifications: choices('Qualification', QUALIFICATIONS, { hint: 'Each of them suffices alone.' }),
    graduate_fields: {
      label: 'Subjects of the degree',
      type: 'list',
      suggestions: SUBJECTS,
      mostLines: { count: GRADUATE_FIELDS_MAX, length: GRADUATE_FIELD_MAX },
      hint: 'Empty means any subject.',
    },
    states: choices('States', STATES, { alone: ALL_INDIA, hint: 'Where the posts or seats are.' }),
    post_group: choice('Group of the post', POST_GROUPS),
    gender: choice('Limited to', GENDERS),
    category_vacancies: {
      label: 'Posts or seats by category',
      type: 'numbers-by-category',
      largest: CATEGORY_POSTS_MAX,
      hint: 'PwD, female and ex-servicemen are counted in the other categories too.',
    },
  },
}

/** Ages of applicants of jobs and admissions. */
export const ageSection: FormSection = {
  legend: 'Age',
  fields: {
    age_min: number('Minimum age'),
    age_max: number('Maximum age'),
    age_as_on: date('Age as on'),
    age_relaxation: yesNo('Age relaxation'),
    age_relaxations: {
      label: 'Years of relaxation',
      type: 'numbers-by-category',
      largest: RELAXATION_YEARS_MAX,
      hint: 'How many years older than the maximum a category may be.',
    },
  },
}

/** Fees beside the columns for several categories. */
export const categoryFees: Record<string, Field> = {
  category_fees: {
    label: 'Fees by category',
    type: 'rupees-by-category',
    largest: CATEGORY_RUPEES_MAX,
    hint: 'Only where a category pays another fee than above.',
  },
}
