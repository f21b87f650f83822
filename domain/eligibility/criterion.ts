/** Whether a visitor may apply: check means that it is not stated, or cannot be decided. */
export type Answer = 'yes' | 'no' | 'check'

/** One of the rules of a notice, applied to a visitor. */
export interface Criterion {
  name: 'Age' | 'Qualification' | 'State' | 'Gender'
  answer: Answer
  /** In plain words with figures, without a full stop: '2 months over the age for OBC on 01-08-2026'. */
  reason: string
}

/** @returns 'a, b or c' */
export function anyOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
