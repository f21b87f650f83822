import type { AdminTable } from '#domain/admin/tabs.ts'

interface Columns {
  simplified: number
  all: number
  quickLink?: true
}

/** Number of columns of each tab in its two views, and whether its rows have the button Quick Link. */
export const COLUMNS: Record<AdminTable, Columns> = {
  jobs: { simplified: 6, all: 49, quickLink: true },
  results: { simplified: 6, all: 33, quickLink: true },
  admit_cards: { simplified: 6, all: 28, quickLink: true },
  answer_keys: { simplified: 6, all: 30, quickLink: true },
  documents: { simplified: 6, all: 21, quickLink: true },
  admissions: { simplified: 6, all: 51, quickLink: true },
  syllabus: { simplified: 5, all: 19 },
  categories: { simplified: 5, all: 8 },
  organizations: { simplified: 4, all: 9 },
  recruitments: { simplified: 3, all: 6 },
}
