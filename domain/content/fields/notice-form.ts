import type { ContentKind } from '#domain/content/content-kind.ts'
import { HIDDEN_STATUS, PUBLICATION_STATES } from '#domain/content/publication.ts'
import type { Field, FormSection } from './field.ts'
import { choice, flag, heading, line, MOST, number, organization, paragraph, slug } from './shared.ts'

/** @returns the form of a kind: its own fields and sections among those of all kinds */
export function noticeForm(kind: ContentKind): FormSection[] {
  return [
    { legend: 'Notice', fields: { ...sharedFields, ...kind.noticeFields } },
    { legend: 'State and badge', saysWhere: true, fields: stateFields(kind) },
    ...kind.formSections,
    { legend: 'Publishing', fields: publishingFields(kind) },
    {
      legend: 'Search engines',
      hint: 'Written by themselves from the title and the dates when left empty.',
      fields: {
        meta_title: line('Meta title', { shown: 60 }),
        meta_description: paragraph('Meta description', { most: MOST.line, shown: 160 }),
      },
    },
  ]
}

const sharedFields: Record<string, Field> = {
  title: heading('Title'),
  slug: slug(),
  organization_id: organization,
  category_id: { label: 'Category', type: 'reference', references: 'categories' },
  recruitment_id: {
    label: 'Recruitment',
    type: 'reference',
    references: 'recruitments',
    hint: 'Joins this notice with the other stages of the same recruitment.',
  },
}

function stateFields({ statusChoices, defaultStatus }: ContentKind): Record<string, Field> {
  return {
    state: { ...choice('State', PUBLICATION_STATES), required: true, start: 'published', isPlanned: true },
    status: {
      label: 'Badge',
      type: 'status',
      choices: statusChoices.filter((status) => status !== HIDDEN_STATUS),
      start: defaultStatus,
    },
    publish_at: { label: 'Publish at', type: 'timestamp', isPlanned: true },
    hide_at: { label: 'Hide at', type: 'timestamp', hint: 'Empty means never.', isPlanned: true },
  }
}

const POST_TIME_HINT = 'DD/MM/YYYY h:mm AM or PM, Indian time.'

function publishingFields({ lacks = [] }: ContentKind): Record<string, Field> {
  const fields: Record<string, Field> = {
    post_time: {
      label: 'Post time',
      type: 'post-time',
      most: MOST.line,
      hint: `${POST_TIME_HINT} Empty means when it is published.`,
      hintOnceStored: `${POST_TIME_HINT} Empty means when it was created.`,
    },
    display_order: number('Display order', { hint: 'The lowest comes first in lists. Empty means by post time.' }),
    is_quick_link: flag('Quick link'),
    is_featured: flag('Featured', { hint: 'Featured notices come first in lists.' }),
  }
  return Object.fromEntries(Object.entries(fields).filter(([column]) => !lacks.includes(column)))
}
