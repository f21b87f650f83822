import { createStore } from '#app/admin/feedback/store.ts'
import type { ContentTable } from '#domain/content/content-kind.ts'

/** The notice whose last date is being corrected; null while the dialog is closed. */
export const askedLastDate = createStore<{ table: ContentTable; id: number } | null>(null)
