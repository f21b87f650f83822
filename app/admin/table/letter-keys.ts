import { readPreference, writePreference } from '#app/browser/user-preferences.ts'

const NAME = 'letter_keys'
const OFF = 'off'

/** @returns whether single-letter shortcuts are on, which is the default */
export function readLetterKeys(): boolean {
  moveOwnKey()
  return readPreference(NAME) !== OFF
}

/** Stores the choice. Without access to storage it is lost with the page. */
export function storeLetterKeys(isOn: boolean): void {
  writePreference(NAME, isOn ? undefined : OFF)
}

/** Moves the choice from its former key in local storage to the preferences. */
function moveOwnKey(): void {
  try {
    const stored = localStorage.getItem(NAME)
    if (stored === null) return
    writePreference(NAME, stored)
    localStorage.removeItem(NAME)
  } catch {
    // Storage is not accessible, in a private window for example.
  }
}
