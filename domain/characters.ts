/** @returns the characters of a text as PostgreSQL counts them */
export function characters(text: string): number {
  let count = 0
  for (const _character of text) count += 1
  return count
}
