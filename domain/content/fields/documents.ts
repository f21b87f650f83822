import { documents } from '#domain/content/documents.ts'
import type { FormSection } from './field.ts'
import {
  line,
  link,
  linksSection,
  noticeSection,
  paragraph,
  publishingSection,
  searchEnginesSection,
} from './shared.ts'

export const documentsForm: FormSection[] = [
  noticeSection(documents, { document_type: line('Type'), description: paragraph('Description') }),
  linksSection({
    document_url: link('Document address', {
      upload: 'document',
      hint: 'Lists open this address itself. Leave it empty to lead to the page of the document.',
    }),
    file_url: link('File address', { upload: 'document', hint: 'The file that the page of the document offers.' }),
  }),
  publishingSection,
  searchEnginesSection,
]
