import {
  draftsOf,
  readDrafts,
  withDraft,
  withoutDraft,
  withoutOldest,
  type Draft,
  type DraftSource,
} from '#domain/admin/form/draft.ts'
import { createStore } from '#app/admin/feedback/store.ts'
import { readPreference, writePreference } from '#app/browser/user-preferences.ts'

const NAME = 'drafts'

const readings = createStore(0)

/** A number that changes when drafts are to be read again: a form has been closed here, or another tab has changed them. */
export const draftReadings = {
  use: readings.use,
  next: () => readings.set(readings.get() + 1),
}

/**
 * Stores an unsaved form as a draft, which survives a crash, a reload and a new version of the site. Where the storage of
 * the browser is full, it replaces as many older drafts as it needs.
 *
 * @returns whether it is stored
 */
export function storeDraft(draft: Draft): boolean {
  let drafts: Draft[] | null = withDraft(readDrafts(readPreference(NAME)), draft)
  for (; drafts; drafts = withoutOldest(drafts, draft)) if (writePreference(NAME, drafts)) return true
  return false
}

export function deleteDraft(id: string): void {
  const drafts = readDrafts(readPreference(NAME))
  if (drafts.some((draft) => draft.id === id)) writePreference(NAME, withoutDraft(drafts, id))
}

/** @returns the drafts of this source that no open form uses */
export async function unusedDrafts(source: DraftSource): Promise<Draft[]> {
  const drafts = draftsOf(readDrafts(readPreference(NAME)), source)
  if (drafts.length === 0) return []
  // Only secure contexts have locks; elsewhere drafts of other tabs are offered, too.
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return drafts.filter(({ id }) => !held.some(({ name }) => name === lockOf(id)))
}

/**
 * Takes a lock that shows other tabs that a form is open. The browser releases it when the tab is closed or crashes.
 *
 * @returns a function that releases the lock
 */
export function lockDraft(id: string): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks?.request(lockOf(id), () => released).then(draftReadings.next)
  return () => release()
}

function lockOf(id: string): string {
  return `draft ${id}`
}
