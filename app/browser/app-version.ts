/** Source: specification, section 4, Banners and app shell. */
const VERSION = '2.0.0-realtime'
const KEY = 'app_version'

/** Keys that every version preserves: the session of staff, and what this browser remembers for its user. */
const PRESERVED = new Set(['auth_tokens', 'user_preferences'])

/**
 * Clears what another version of the app has left behind, once: a first visit only stores the marker, and where storage
 * is refused there is nothing to clear.
 */
export async function clearOtherVersion(): Promise<void> {
  try {
    const stored = localStorage.getItem(KEY)
    if (stored === VERSION) return
    if (stored !== null)
      for (const key of Object.keys(localStorage)) if (!PRESERVED.has(key)) localStorage.removeItem(key)
    localStorage.setItem(KEY, VERSION)
    if (stored !== null) await clearCaches()
  } catch (error) {
    console.info('What another version has left behind could not be cleared', error)
  }
}

async function clearCaches(): Promise<void> {
  const names = await globalThis.caches?.keys()
  await Promise.all((names ?? []).map((name) => caches.delete(name)))
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(registrations.map((registration) => registration.update()))
}
