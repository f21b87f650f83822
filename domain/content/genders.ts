import type { Choice } from './choice.ts'

export type Gender = 'female' | 'male'

/** Those to whom a notice may be limited. The database has the same in rules.genders(). */
export const GENDERS: readonly Choice<Gender>[] = [
  { value: 'female', label: 'Women only' },
  { value: 'male', label: 'Men only' },
]
