import type { FormSection } from '#domain/content/fields/field.ts'
import { flag, heading, link, number, organization, paragraph, slug } from '#domain/content/fields/shared.ts'
import { plainColumn, shared, type AdminColumn } from './column.ts'

/** The tables that notices refer to, in the order of their tabs. */
export type ReferenceTable = 'categories' | 'organizations' | 'recruitments'

interface ReferenceSpec {
  label: string
  singular: string
  /** Drawing in the menu: an SVG path of 24 by 24 units. */
  icon: string
  /** The column that names a row. */
  heading: 'title' | 'name'
  /** Whether its rows can be hidden from visitors. */
  canBeHidden: boolean
  /** Columns of 'View Simplified'. */
  columns: AdminColumn[]
  form: FormSection[]
}

const activeField = flag('Active', { start: 'yes', hint: 'Only active ones are shown to visitors.' })

const REFERENCE_TABLES: Record<ReferenceTable, ReferenceSpec> = {
  categories: {
    label: 'Categories',
    singular: 'category',
    icon: 'M4 4h8l8 8-8 8-8-8ZM8.5 8.5v.1',
    heading: 'name',
    canBeHidden: true,
    columns: [
      shared.name,
      shared.active,
      plainColumn('parent', 'Parent category', 'name'),
      plainColumn('sort_order', 'Sort order', 'number'),
      shared.created,
    ],
    form: [
      {
        legend: 'Category',
        fields: {
          name: heading('Name'),
          slug: slug(),
          parent_id: { label: 'Parent category', type: 'reference', references: 'categories' },
          sort_order: number('Sort order', { required: true, start: '0', hint: 'Lower comes first.' }),
          is_active: activeField,
        },
      },
    ],
  },
  organizations: {
    label: 'Organizations',
    singular: 'organization',
    icon: 'M4 20V6l8-3v17M12 9l8 2v9M3 20h18M7.5 9v.1M7.5 13v.1M16 14v.1M16 17v.1',
    heading: 'name',
    canBeHidden: true,
    columns: [shared.name, shared.active, plainColumn('website_url', 'Website', 'link'), shared.created],
    form: [
      {
        legend: 'Organization',
        fields: {
          name: heading('Name'),
          slug: slug(),
          description: paragraph('Description'),
          website_url: link('Website'),
          logo_url: link('Logo', { upload: 'image' }),
          is_active: activeField,
        },
      },
    ],
  },
  recruitments: {
    label: 'Recruitments',
    singular: 'recruitment',
    icon: 'M9 7a3 3 0 1 0-6 0 3 3 0 0 0 6 0ZM21 7a3 3 0 1 0-6 0 3 3 0 0 0 6 0ZM15 18a3 3 0 1 0-6 0 3 3 0 0 0 6 0ZM9 7h6M7.5 9.5l3 6M16.5 9.5l-3 6',
    heading: 'title',
    canBeHidden: false,
    columns: [shared.title, shared.organization, shared.created],
    form: [
      {
        legend: 'Recruitment',
        hint: 'Its page is a timeline of all its notices.',
        fields: { title: heading('Title'), slug: slug(), organization_id: organization },
      },
    ],
  },
}

/** @returns a record with a value for every reference table */
export function byReferenceTable<Value>(
  valueOf: (spec: ReferenceSpec, table: ReferenceTable) => Value,
): Record<ReferenceTable, Value> {
  const tables = Object.keys(REFERENCE_TABLES) as ReferenceTable[]
  const values = tables.map((table) => [table, valueOf(REFERENCE_TABLES[table], table)])
  return Object.fromEntries(values) as Record<ReferenceTable, Value>
}
