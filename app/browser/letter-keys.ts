const KEY = 'letter_keys'

/** @returns whether single letters act on the page; they do until somebody turns them off */
export function readLetterKeys(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

/** Remembers the choice, as long as the page when storage is refused. */
export function storeLetterKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Storage is refused, in a private window for example.
  }
}
