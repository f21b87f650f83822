import type { Field } from '#domain/content/content-kind.ts'
import { line, link, paragraph, yesNo, SHARED_FIELDS } from './shared.ts'

export const documentsFields: Record<string, Field> = {
  title: line('Title'),
  document_type: line('Type'),
  description: paragraph('Description'),
  document_url: link('Document address'),
  file_url: link('File address'),
  is_quick_link: yesNo('Quick link'),
  ...SHARED_FIELDS,
}
