/** Characters; what is longer was not meant to be a name, or names of a few arguments. */
const longest = 200

/**
 * Finds the name that was probably meant, as the hints of PostgREST do: by the number of letters to change, compared
 * with the length. Source: docs/behaviour/contract.md#unknown-names; fuzzyset, its measure with Levenshtein
 * @param least similarity of the name to find, from 0 to 1
 * @returns null when none is as similar
 */
export function mostSimilar(written: string, names: Iterable<string>, least: number): string | null {
  if (written.length > longest) return null
  const found = [...names]
    .map((name) => ({ name, similarity: similarity(written.toLowerCase(), name.toLowerCase()) }))
    .filter((candidate) => candidate.similarity >= least)
    .sort((a, b) => b.similarity - a.similarity)
  return found[0]?.name ?? null
}

function similarity(a: string, b: string): number {
  return 1 - distance(a, b) / Math.max(a.length, b.length, 1)
}

/** Letters to add, remove or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let index = 0; index < a.length; index += 1) {
    const next = [index + 1]
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (a[index] === b[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
