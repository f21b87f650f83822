import type { Field } from '#domain/content/content-kind.ts'
import { line, SHARED_FIELDS } from './shared.ts'

export const syllabusFields: Record<string, Field> = {
  title: line('Title'),
  exam_name: line('Exam name'),
  subject: line('Subjects'),
  content: { label: 'Content', type: 'markdown' },
  ...SHARED_FIELDS,
}
