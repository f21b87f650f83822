/**
 * Saved notices in the storage of this browser: one entry of local storage for each, so that two tabs never overwrite
 * each other's changes, and a note is stored when the call returns. Entries are texts; `saved-entries.ts` reads them.
 * Source: docs/behaviour/saved.md#where-they-are-stored
 */
import { SAVED_NOTICES_MAX } from '#domain/limits.ts'
import { STAR } from '#domain/saved/messages.ts'
import { nextFrame } from '#app/browser/when-idle.ts'

/** Also in offline/app-version.ts, because a new version of the site must not delete saved notices. */
const PREFIX = 'saved_notice '

/** The browser does not store an entry; the message is for the visitor. */
export class NotStored extends Error {}

/** @returns whether the browser lets the site read its storage; private windows may not */
export function isStorageReadable(): boolean {
  try {
    return localStorage.length >= 0
  } catch {
    return false
  }
}

/** @returns the references of all saved notices; none when storage is not accessible */
export function savedReferences(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []))
  } catch {
    return []
  }
}

/** @returns the stored text, or null */
export function readEntry(reference: string): string | null {
  try {
    return localStorage.getItem(PREFIX + reference)
  } catch {
    return null
  }
}

/** @throws NotStored; what was stored before then remains */
export function writeEntry(reference: string, text: string): void {
  const references = savedReferences()
  if (references.length >= SAVED_NOTICES_MAX && !references.includes(reference)) throw new NotStored(STAR.tooMany)
  try {
    localStorage.setItem(PREFIX + reference, text)
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    throw new NotStored(isFull ? STAR.full : STAR.denied, { cause: error })
  }
}

export function deleteEntry(reference: string): void {
  try {
    localStorage.removeItem(PREFIX + reference)
  } catch {
    // Without access to storage nothing is stored there.
  }
}

/**
 * Calls back when another tab has saved, changed or removed notices, before the next frame: another tab that asks for their
 * present states writes hundreds of entries at once, and each is an event of its own.
 */
export function onSavedElsewhere(callback: () => void): void {
  let isDue = false
  addEventListener('storage', ({ key }) => {
    if (isDue || (key !== null && !key.startsWith(PREFIX))) return
    isDue = true
    void whenVisible()
      .then(nextFrame)
      .then(() => {
        isDue = false
        callback()
      })
  })
}

async function whenVisible(): Promise<void> {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
}
