import { takeOverKey } from '#app/browser/earlier-keys.ts'
import { readPreference, writePreference } from '#app/browser/user-preferences.ts'

const NAME = 'letter_keys'
const OFF = 'off'

/** @returns whether single-letter shortcuts are on, which is the default */
export function readLetterKeys(): boolean {
  takeOverKey(NAME)
  return readPreference(NAME) !== OFF
}

/** Stores the choice. Without access to storage it is lost with the page. */
export function storeLetterKeys(isOn: boolean): void {
  writePreference(NAME, isOn ? undefined : OFF)
}
