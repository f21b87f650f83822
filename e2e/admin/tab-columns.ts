import type { AdminTable } from '#domain/admin/tabs.ts'

interface Columns {
  simplified: number
  all: number
  quickLink?: true
}

/** Number of columns of each tab in its two views, and whether its rows have the button Quick Link. */
export const COLUMNS: Record<AdminTable, Columns> = {
  jobs: { simplified: 6, all: 51, quickLink: true },
  results: { simplified: 6, all: 36, quickLink: true },
  admit_cards: { simplified: 6, all: 30, quickLink: true },
  answer_keys: { simplified: 6, all: 32, quickLink: true },
  documents: { simplified: 6, all: 23, quickLink: true },
  admissions: { simplified: 6, all: 53, quickLink: true },
  syllabus: { simplified: 5, all: 21 },
  categories: { simplified: 5, all: 10 },
  organizations: { simplified: 4, all: 11 },
  recruitments: { simplified: 3, all: 8 },
}
