import { readPreference, writePreference } from '#app/browser/user-preferences.ts'
import { readProfile, storedProfile, type Profile } from '#domain/eligibility/profile.ts'

/** Names in the preferences; `head-script.ts` looks for them before the first paint. */
const PROFILE = 'profile'
const ONLY = 'only_eligible'

/** Cache with the facts of notices (`facts-store.ts`). */
export const FACTS_CACHE = 'notice-facts'

/** What the browser could not store; it lasts as long as the document. */
let unstored: { profile: Profile } | null = null

/** @returns the answers of the visitor; null without any */
export function currentProfile(): Profile | null {
  return unstored?.profile ?? readProfile(readPreference(PROFILE))
}

/** @returns whether the browser has stored the answers; otherwise they last as long as the document */
export function saveProfile(profile: Profile): boolean {
  const stored = storedProfile(profile)
  writePreference(PROFILE, stored)
  const isStored = JSON.stringify(readPreference(PROFILE)) === JSON.stringify(stored)
  unstored = isStored ? null : { profile }
  announceProfile()
  return isStored
}

/** Deletes the answers, what is hidden because of them, and the facts of notices that were stored for them. */
export async function deleteProfile(): Promise<void> {
  unstored = null
  writePreference(PROFILE, undefined)
  writePreference(ONLY, undefined)
  announceProfile()
  try {
    await caches.delete(FACTS_CACHE)
  } catch (error) {
    console.info('The stored facts of notices could not be deleted', error)
  }
}

/** Whether the visitor has hidden what excludes them. */
export function showsOnlyEligible(): boolean {
  return document.documentElement.hasAttribute('data-only_eligible')
}

/** Hides what excludes the visitor, or shows it again, from now on. */
export function setOnlyEligible(isOnly: boolean): void {
  writePreference(ONLY, isOnly || undefined)
  document.documentElement.toggleAttribute('data-only_eligible', isOnly)
}

/** What was announced last; the same preferences hold much else, whose changes must not empty a form. */
let announced: string | null = null

/** Applies what another tab has stored. A second call has no effect. */
export function followStorage(): void {
  if (announced !== null) return
  announced = storedText()
  addEventListener('storage', () => {
    if (storedText() === announced) return
    unstored = null
    announceProfile()
  })
}

function storedText(): string {
  return JSON.stringify([readPreference(PROFILE), readPreference(ONLY)])
}

/** Reserves space for marks, and hides rows, only if what is stored is usable; `head-script.ts` does not look at that. */
export function markDocument(): void {
  const root = document.documentElement
  const hasProfile = currentProfile() !== null
  root.toggleAttribute('data-profile', hasProfile)
  root.toggleAttribute('data-only_eligible', hasProfile && readPreference(ONLY) === true)
}

function announceProfile(): void {
  announced &&= storedText()
  markDocument()
  dispatchEvent(new Event('profilechange'))
}
