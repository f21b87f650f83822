import { createStore } from '#app/admin/feedback/store.ts'
import type { MadeLink } from '#app/data/staff.ts'

/** The last link that was made here for each e-mail address: it makes the one before useless. */
const links = createStore<Readonly<Record<string, string>>>({})

export function noteLink({ email, action_link }: MadeLink): void {
  links.set({ ...links.get(), [email.toLowerCase()]: action_link })
}

/** Notes that no link for an address works any more. */
export function forgetLink(email: string): void {
  const { [email.toLowerCase()]: _useless, ...others } = links.get()
  links.set(others)
}

/** @returns whether a link works, as far as it is known here */
export function useIsWorking({ email, action_link }: MadeLink): boolean {
  return links.use()[email.toLowerCase()] === action_link
}
