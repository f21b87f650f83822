/** Saved notices as values: reads, checks and writes the entries of `stored-notices.ts`. */
import { savedNotice, type SavedNotice } from '#domain/saved/saved-notice.ts'
import { readEntry, savedReferences, writeEntry } from './stored-notices.ts'

/** @returns the saved notice, or null when there is none that this version can read */
export function readSaved(reference: string): SavedNotice | null {
  try {
    return savedNotice.safeParse(JSON.parse(readEntry(reference) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** @returns all saved notices by reference, and how many entries another version of the site has written */
export function readAllSaved(): { notices: Map<string, SavedNotice>; unreadable: number } {
  const references = savedReferences()
  const notices = new Map<string, SavedNotice>()
  for (const reference of references) {
    const notice = readSaved(reference)
    if (notice) notices.set(reference, notice)
  }
  return { notices, unreadable: references.length - notices.size }
}

/** @throws NotStored */
export function writeSaved(reference: string, notice: SavedNotice): void {
  writeEntry(reference, JSON.stringify(notice))
}

/**
 * Changes a saved notice, from its present entry, which another tab may have changed.
 *
 * @throws NotStored
 */
export function changeSaved(reference: string, change: (notice: SavedNotice) => SavedNotice): void {
  const notice = readSaved(reference)
  if (notice) writeSaved(reference, change(notice))
}
