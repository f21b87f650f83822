import type postgres from 'postgres'
import type { Audience } from './audiences.ts'
import type { Change } from './change-feed.ts'
import { conditionsMet, visibleChanges, type ColumnCondition, type Met, type Sight } from './visibility.ts'

/** Changes of one table, and who may see what of them. */
export interface Seen {
  table: string
  changes: readonly Change[]
  /** By the key of the reader, and by the index of the change. */
  sights: ReadonlyMap<string, ReadonlyMap<number, Sight>>
  conditions: ReadonlyMap<ColumnCondition, number>
  /** By the index of the change: numbers of the conditions that hold. */
  met: readonly Met[]
}

/**
 * Asks the database once for each reader, and once for all filters.
 * @param sql connection of the database owner
 * @param audiences those that want to hear of the table
 */
export async function whoSees(
  sql: postgres.Sql,
  audiences: readonly Audience[],
  { table, changes }: Pick<Seen, 'table' | 'changes'>,
): Promise<Seen> {
  const readers = new Map(audiences.map(({ reader }) => [reader.key, reader]))
  const bindings = new Set(audiences.flatMap((audience) => audience.bindings))
  const conditions = [...bindings].flatMap((binding) => (binding.tables.includes(table) ? binding.conditions : []))
  const [met, ...sights] = await Promise.all([
    conditions.length > 0 ? conditionsMet(sql, { table, changes, conditions }) : [],
    ...[...readers.values()].map(
      async (reader) => [reader.key, await visibleChanges(sql, reader, { table, changes })] as const,
    ),
  ])
  const numbers = new Map(conditions.map((condition, number) => [condition, number]))
  return { table, changes, sights: new Map(sights), conditions: numbers, met }
}
