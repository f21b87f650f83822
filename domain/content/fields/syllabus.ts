import { syllabus } from '#domain/content/syllabus.ts'
import type { FormSection } from './field.ts'
import { line, markdown, noticeSection, publishingSection, searchEnginesSection } from './shared.ts'

const { is_quick_link: _none, ...published } = publishingSection.fields

export const syllabusForm: FormSection[] = [
  noticeSection(syllabus, { exam_name: line('Exam name'), subject: line('Subjects') }),
  { legend: 'Content', fields: { content: markdown('Content') } },
  { ...publishingSection, fields: published },
  searchEnginesSection,
]
