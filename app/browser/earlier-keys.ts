import { readPreference, writePreference } from './user-preferences.ts'

/** Moves a value that an earlier version has stored under a key of its own. */
export function takeOverKey(name: string): void {
  try {
    const stored = localStorage.getItem(name)
    if (stored === null) return
    if (readPreference(name) === undefined) writePreference(name, stored)
    localStorage.removeItem(name)
  } catch {
    // Storage is not accessible, in a private window for example.
  }
}
