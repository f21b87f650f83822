/**
 * Preferences of the user, stored in this browser across versions of the site: a new version clears all storage
 * but this and the session. Source: docs/behaviour/offline.md#what-the-browser-stores.
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

/** @returns the value that is stored under a name; another version of the site may have written it */
export function readPreference(name: string): unknown {
  return readAll()[name]
}

/**
 * @param value undefined deletes it
 * @returns whether it is stored: false when storage is full or not accessible
 */
export function writePreference(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [name]: value }))
    return true
  } catch {
    console.warn('The preference could not be stored: storage is full or not accessible')
    return false
  }
}
