import type { ReferenceTable } from '#domain/admin/tabs.ts'
import type { FormSection } from './field.ts'
import { flag, heading, link, number, organization, paragraph, slug } from './shared.ts'

const isActive = flag('Active', { start: 'yes', hint: 'Only active ones are shown to visitors.' })

/** The forms of the tables that notices refer to. */
export const REFERENCE_FORMS: Record<ReferenceTable, FormSection[]> = {
  organizations: [
    {
      legend: 'Organization',
      fields: {
        name: heading('Name'),
        slug: slug(),
        description: paragraph('Description'),
        website_url: link('Website'),
        logo_url: link('Logo', { upload: 'image' }),
        is_active: isActive,
      },
    },
  ],
  categories: [
    {
      legend: 'Category',
      fields: {
        name: heading('Name'),
        slug: slug(),
        parent_id: { label: 'Parent category', type: 'reference', references: 'categories' },
        sort_order: number('Sort order', { required: true, start: '0', hint: 'Lower comes first.' }),
        is_active: isActive,
      },
    },
  ],
  recruitments: [
    {
      legend: 'Recruitment',
      hint: 'Its page is a timeline of all its notices.',
      fields: { title: heading('Title'), slug: slug(), organization_id: organization },
    },
  ],
}
