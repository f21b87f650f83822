import { draftsOf, readDrafts, withDraft, withoutDraft, type Draft } from '#domain/admin/form/draft.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { readPreference, writePreference } from './user-preferences.ts'

const NAME = 'drafts'

/** Remembers unsaved work, so that it survives a crash, a reload and a new version of the site. */
export function storeDraft(draft: Draft): void {
  writePreference(NAME, withDraft(readDrafts(readPreference(NAME)), draft))
}

export function dropDraft(id: string): void {
  const drafts = readDrafts(readPreference(NAME))
  if (drafts.some((draft) => draft.id === id)) writePreference(NAME, withoutDraft(drafts, id))
}

/** @returns the drafts of a record, or of new records, that no open form is working on */
export async function leftDrafts(table: AdminTable, recordId: number | null): Promise<Draft[]> {
  const drafts = draftsOf(readDrafts(readPreference(NAME)), table, recordId)
  if (drafts.length === 0) return []
  // Only secure pages have locks; elsewhere drafts of other tabs are offered too.
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return drafts.filter(({ id }) => !held.some(({ name }) => name === lockOf(id)))
}

/**
 * Says to other tabs that a form is open: the browser forgets it when the tab is closed, or crashes.
 *
 * @returns lets go
 */
export function holdDraft(id: string): () => void {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  void navigator.locks?.request(lockOf(id), () => held)
  return () => letGo()
}

function lockOf(id: string): string {
  return `draft ${id}`
}
