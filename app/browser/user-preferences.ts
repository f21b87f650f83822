/**
 * What this browser remembers for its user from one version of the site to the next: a new version clears all storage
 * but this and the session. Source: specification, section 4, Banners and app shell.
 */
const KEY = 'user_preferences'

type Preferences = Record<string, unknown>

function readAll(): Preferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as Preferences) : {}
  } catch {
    return {}
  }
}

/** @returns whatever is stored under a name; it may have been written by another version of this site */
export function readPreference(name: string): unknown {
  return readAll()[name]
}

/** @param value undefined forgets it. What does not fit, or where storage is refused, is not remembered */
export function writePreference(name: string, value: unknown): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [name]: value }))
  } catch {
    console.warn('This browser remembers nothing: its storage is full or refused')
  }
}
