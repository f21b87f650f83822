import { createStore } from '#app/admin/feedback/store.ts'
import type { ContentTable } from '#domain/content/content-kind.ts'

/** The notice whose last date somebody is about to correct; null while nobody is. */
export const askedLastDate = createStore<{ table: ContentTable; id: number } | null>(null)
