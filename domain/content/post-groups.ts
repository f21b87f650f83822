import type { Choice } from './choice.ts'

export type PostGroup = 'A' | 'B' | 'C' | 'D'

/** Groups of posts of the government, the highest first. The database has the same in rules.post_groups(). */
export const POST_GROUPS: readonly Choice<PostGroup>[] = [
  { value: 'A', label: 'Group A' },
  { value: 'B', label: 'Group B' },
  { value: 'C', label: 'Group C' },
  { value: 'D', label: 'Group D' },
]
