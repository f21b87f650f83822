import type { Choice } from '#domain/content/choice.ts'
import { LINK_MAX, SLUG_MAX } from '#domain/limits.ts'
import type { Field, FormSection } from './field.ts'

/** Most characters of texts, as the database allows them. Source: supabase/migrations, "column_rules" */
export const MOST = { heading: 500, slug: SLUG_MAX, line: 2_000, paragraph: 100_000, link: LINK_MAX, json: 20_000 }

type Extra = Omit<Partial<Field>, 'label' | 'type'>

export const line = (label: string, extra?: Extra): Field => ({ label, type: 'line', most: MOST.line, ...extra })
export const paragraph = (label: string, extra?: Extra): Field => ({
  label,
  type: 'paragraph',
  most: MOST.paragraph,
  ...extra,
})
export const markdown = (label: string): Field => ({ label, type: 'markdown', most: MOST.paragraph })
export const date = (label: string): Field => ({ label, type: 'date' })
export const number = (label: string, extra?: Extra): Field => ({ label, type: 'number', ...extra })
export const rupees = (label: string): Field => ({ label, type: 'rupees' })
export const list = (label: string): Field => ({ label, type: 'list', most: MOST.json })
export const choice = (label: string, options: readonly Choice[]): Field => ({ label, type: 'choice', options })
export const choices = (label: string, options: readonly Choice[], extra?: Extra): Field => ({
  label,
  type: 'choices',
  options,
  ...extra,
})
export const textList = (label: string): Field => ({ label, type: 'list', most: MOST.paragraph, asText: true })
export const vacancies = (label: string): Field => ({ label, type: 'vacancies', most: MOST.paragraph })
export const link = (label: string, extra?: Extra): Field => ({ label, type: 'link', most: MOST.link, ...extra })
export const heading = (label: string): Field => line(label, { required: true, most: MOST.heading })
/** A text; only jobs have a table of vacancies. */
export const postName = line('Post name', { most: MOST.paragraph })
export const slug = (): Field => ({ label: 'Slug', type: 'slug', most: MOST.slug })

/** Yes, no, or not stated. */
export const yesNo = (label: string): Field => ({ label, type: 'yes-no' })
/** Yes or no. */
export const flag = (label: string, extra?: Extra): Field => ({
  label,
  type: 'yes-no',
  required: true,
  start: 'no',
  ...extra,
})

export const organization: Field = { label: 'Organization', type: 'reference', references: 'organizations' }

export const datesSection = (fields: Record<string, Field>): FormSection => ({
  legend: 'Dates',
  hint: 'DD-MM-YYYY or YYYY-MM-DD. Leave empty what is not announced.',
  fields,
})

export const feesSection = (fields: Record<string, Field>): FormSection => ({
  legend: 'Fees',
  hint: 'Rupees, with paise if any. 0 is shown as free, an empty field not at all.',
  fields,
})

export const linksSection = (fields: Record<string, Field>): FormSection => ({ legend: 'Links', fields })

export const officialLinks: Record<string, Field> = {
  notification_link: link('Notification link', { upload: 'document' }),
  official_website: link('Official website'),
}
