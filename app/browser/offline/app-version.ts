/** Source: docs/behaviour/offline.md#version-marker. */
const VERSION = '2.0.0-realtime'
const KEY = 'app_version'

/** Keys that every version preserves: the session of an admin, the preferences of the user, and saved notices. */
const PRESERVED = /^(auth_tokens|user_preferences)$|^saved_notice /

/**
 * Clears, once, the data that another version of the app has stored. On a first visit only the version is stored.
 * Without access to storage nothing happens.
 */
export async function clearOtherVersion(): Promise<void> {
  try {
    const stored = localStorage.getItem(KEY)
    if (stored === VERSION) return
    if (stored !== null)
      for (const key of Object.keys(localStorage)) if (!PRESERVED.test(key)) localStorage.removeItem(key)
    localStorage.setItem(KEY, VERSION)
    if (stored !== null) await clearCaches()
  } catch (error) {
    console.info('Data of another version could not be cleared', error)
  }
}

async function clearCaches(): Promise<void> {
  const names = await globalThis.caches?.keys()
  await Promise.all((names ?? []).map((name) => caches.delete(name)))
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(registrations.map((registration) => registration.update()))
}
