import type { Field } from '#domain/content/content-kind.ts'

export const line = (label: string): Field => ({ label, type: 'line' })
export const paragraph = (label: string): Field => ({ label, type: 'paragraph' })
export const date = (label: string): Field => ({ label, type: 'date' })
export const number = (label: string): Field => ({ label, type: 'number' })
export const rupees = (label: string): Field => ({ label, type: 'rupees' })
export const yesNo = (label: string): Field => ({ label, type: 'yes-no' })
export const link = (label: string): Field => ({ label, type: 'link' })

/** Fields every kind has beside those of its own. */
export const SHARED_FIELDS = {
  post_time: line('Post time'),
  display_order: number('Display order'),
  is_featured: yesNo('Featured'),
  meta_title: line('Meta title'),
  meta_description: paragraph('Meta description'),
} satisfies Record<string, Field>
