import type { Choice } from './choice.ts'
import { PLACES } from './fields/states.ts'

/** The whole country, which is never stated beside single states. */
export const ALL_INDIA = 'all-india'

/** States and union territories, and the whole country first. The database has the same in rules.states(). */
export const STATES: readonly Choice[] = PLACES.map((name) => ({ value: slugOfState(name), label: name }))

/** @returns the last part of an address: 'jammu-and-kashmir' for 'Jammu and Kashmir' */
function slugOfState(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
