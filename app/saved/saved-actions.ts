/** What a visitor does with saved notices on their page. Each throws NotStored when the browser does not store it. */
import { element } from '#app/browser/element.ts'
import { SAVED_FILE } from '#domain/saved/messages.ts'
import { importReport, mergeSaved, readSavedFile, writeSavedFile } from '#domain/saved/saved-file.ts'
import { referenceOf } from '#domain/saved/new-saved-notice.ts'
import type { SavedNotice } from '#domain/saved/saved-notice.ts'
import { isDay, type Day } from '#domain/dates.ts'
import { SAVED_FILE_BYTES } from '#domain/limits.ts'
import { changeSaved, readAllSaved, writeSaved } from './saved-entries.ts'
import { NotStored } from './stored-notices.ts'

/** Ends the list of changes of a notice; the next one begins with its present state. */
export function acknowledge(reference: string): void {
  changeSaved(reference, (notice) => ({ ...notice, lookedAt: null }))
}

/** Day and number of notices that were unticked since the page was opened: ticking them again brings these back. */
const unticked = new Map<string, NonNullable<SavedNotice['applied']>>()

/** @param today becomes the day of the application, which can be changed */
export function tickApplied(reference: string, isApplied: boolean, today: Day): void {
  changeSaved(reference, (notice) => {
    if (notice.applied) unticked.set(reference, notice.applied)
    return { ...notice, applied: isApplied ? (unticked.get(reference) ?? { on: today, number: '' }) : null }
  })
}

/** Stores what is typed in a field of a notice. */
export function writeField(reference: string, field: string, value: string): void {
  changeSaved(reference, (notice) => {
    if (field === 'note') return { ...notice, note: value }
    if (!notice.applied) return notice
    if (field === 'number') return { ...notice, applied: { ...notice.applied, number: value } }
    return { ...notice, applied: { ...notice.applied, on: isDay(value) ? value : null } }
  })
}

/** Offers a file with everything that is saved for download. */
export function exportSaved(today: Day): void {
  const text = writeSavedFile([...readAllSaved().notices.values()])
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  element('a', { href: address, download: `saved-notices-${today}.json` }).click()
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/**
 * Merges the notices of a file into those of this browser.
 *
 * @returns what it did, in words
 * @throws Error with words for the visitor; what was stored until then stays
 */
export async function importSaved(file: File): Promise<string> {
  if (file.size > SAVED_FILE_BYTES) throw new Error(SAVED_FILE.tooLarge)
  const { notices, unreadable } = readSavedFile(await file.text())
  const { changed, ...merge } = mergeSaved([...readAllSaved().notices.values()], notices)
  try {
    for (const notice of changed) writeSaved(referenceOf(notice.state) ?? '', notice)
  } catch (error) {
    if (error instanceof NotStored) throw new NotStored(`${SAVED_FILE.notAll} ${error.message}`, { cause: error })
    throw error
  }
  return importReport(merge, unreadable)
}
