import type { ContentKind } from '#domain/content/content-kind.ts'
import type { Field, FormSection } from './field.ts'

/** Most characters of texts, as the database allows them. Source: supabase/migrations, "column_rules" */
const MOST = { heading: 500, slug: 100, line: 2_000, paragraph: 100_000, link: 2_048, json: 20_000 }

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

/** The first section of a form: the heading and the fields of the kind among those of all kinds. */
export const noticeSection = (kind: ContentKind, own: Record<string, Field> = {}): FormSection => ({
  legend: 'Notice',
  fields: {
    title: heading('Title'),
    slug: slug(),
    status: { label: 'Status', type: 'status', choices: kind.statusChoices, start: kind.defaultStatus },
    organization_id: organization,
    category_id: { label: 'Category', type: 'reference', references: 'categories' },
    recruitment_id: {
      label: 'Recruitment',
      type: 'reference',
      references: 'recruitments',
      hint: 'Joins this notice with the other stages of the same recruitment.',
    },
    ...own,
  },
})

export const datesSection = (fields: Record<string, Field>): FormSection => ({
  legend: 'Dates',
  hint: 'DD-MM-YYYY or YYYY-MM-DD. Leave empty what is not announced.',
  fields,
})

export const feesSection = (fields: Record<string, Field>): FormSection => ({
  legend: 'Fees',
  hint: 'Whole rupees. 0 is shown as free, an empty field not at all.',
  fields,
})

export const linksSection = (fields: Record<string, Field>): FormSection => ({ legend: 'Links', fields })

export const officialLinks: Record<string, Field> = {
  notification_link: link('Notification link', { upload: 'document' }),
  official_website: link('Official website'),
}

/** The section for publication and visibility of a notice. */
export const publishingSection: FormSection = {
  legend: 'Publishing',
  fields: {
    post_time: {
      label: 'Post time',
      type: 'post-time',
      most: MOST.line,
      hint: 'DD/MM/YYYY h:mm AM or PM, Indian time. Empty means now.',
    },
    display_order: number('Display order'),
    is_quick_link: flag('Quick link'),
    is_featured: flag('Featured'),
  },
}

export const searchEnginesSection: FormSection = {
  legend: 'Search engines',
  hint: 'Written by themselves from the title and the dates when left empty.',
  fields: {
    meta_title: line('Meta title', { shown: 60 }),
    meta_description: paragraph('Meta description', { most: MOST.line, shown: 160 }),
  },
}
