import { readPreference, writePreference } from './user-preferences.ts'

const NAME = 'letter_keys'
const OFF = 'off'

/** @returns whether single letters act on the page; they do until the user turns them off */
export function readLetterKeys(): boolean {
  moveOwnKey()
  return readPreference(NAME) !== OFF
}

/** Remembers the choice, as long as the page when storage is refused. */
export function storeLetterKeys(isOn: boolean): void {
  writePreference(NAME, isOn ? undefined : OFF)
}

/** The choice used to have a key of its own in the local storage. */
function moveOwnKey(): void {
  try {
    const stored = localStorage.getItem(NAME)
    if (stored === null) return
    writePreference(NAME, stored)
    localStorage.removeItem(NAME)
  } catch {
    // Storage is refused, in a private window for example.
  }
}
