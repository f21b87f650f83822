import type { RelatedTables } from './related-tables.ts'
import { partsOf } from './selections.ts'

const mostAliases = 4
const mostRelated = 4

/**
 * Rejects selections of visitors that multiply the rows of a table: of related tables only the one row that a row refers
 * to may be embedded, and renaming columns, which repeats them, is limited.
 * Source: docs/behaviour/security.md#limits-on-reads-of-visitors
 * @param table name of the table, or "rpc/" and the name of a function
 * @param parameters query parameters of a request below /rest/v1/
 * @returns the error message, or null when the selection is acceptable
 */
export function selectExcess(table: string, parameters: URLSearchParams, related: RelatedTables): string | null {
  const selections = parameters.getAll('select')
  if (selections.length > 1) return 'There is more than one selection'
  const counts = { aliases: 0, related: 0 }
  const excess = excessOf(selections[0] ?? '*', table, { related, counts })
  if (excess) return excess
  if (counts.aliases > mostAliases) return `A selection has at most ${mostAliases} aliases`
  return counts.related > mostRelated ? `A selection has at most ${mostRelated} related tables` : null
}

interface Selection {
  related: RelatedTables
  counts: { aliases: number; related: number }
}

function excessOf(select: string, table: string, selection: Selection): string | null {
  for (const { text, name, hints, inside } of partsOf(select)) {
    if (/^[^:(]+:(?!:)/.test(text)) selection.counts.aliases += 1
    if (inside === null) continue
    const found = selection.related.get(table)?.toOne.get(name)
    const isToOne = found && hints.every((hint) => found.hints.has(hint))
    if (!isToOne) return 'Visitors may embed only the one row that a row refers to'
    selection.counts.related += 1
    const excess = excessOf(inside, found.table, selection)
    if (excess) return excess
  }
  return null
}
