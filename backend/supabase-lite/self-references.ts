import type { Sql } from 'postgres'
import { ContractError } from './contract-error.ts'
import { itemsOf } from './selections.ts'

/** Table -> its columns that refer to another row of the same table. */
export type SelfReferences = ReadonlyMap<string, readonly string[]>

const embedded = /^(?<before>\s*(?:\w+\s*:\s*)?(?:\.\.\.)?)(?<name>\w+)(?<hints>(?:!\w+)*)\((?<inside>.*)\)\s*$/s
const joins = ['inner', 'left']

/** @param sql connections to a migrated database */
export async function readSelfReferences(sql: Sql): Promise<SelfReferences> {
  const rows = await sql<{ table: string; column: string }[]>`
    select relname as table, attname as column
      from pg_constraint
      join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and conrelid = confrelid and cardinality(conkey) = 1
       and relnamespace = 'public'::regnamespace`
  const tables = Map.groupBy(rows, ({ table }) => table)
  return new Map([...tables].map(([table, found]) => [table, found.map(({ column }) => column)]))
}

/**
 * In a tree, the name of the table means the children of a row, with or without the column as a hint; the name of the
 * column means its parent. Supabase Lite would answer the parent for the table with a hint.
 * Source: docs/behaviour/contract.md#embedding
 * @param select a selection from a table
 * @returns the same selection without such hints
 * @throws ContractError for two embedded tables of one name, for a hint that is no such column, for "!inner", and in tables with several such columns
 */
export function exactSelect(select: string, table: string, references: SelfReferences): string {
  rejectTwins(select, table)
  const items = itemsOf(select).map((item) => {
    const { before = '', name = '', hints = '', inside = '' } = embedded.exec(item)?.groups ?? {}
    if (!name) return item
    const columns = references.get(table) ?? []
    // The condition of Supabase Lite for it would compare each row of the table with itself.
    if (hints.includes('!inner') && ((name === table && columns.length > 0) || columns.includes(name)))
      throw new ContractError('PGRST127', 'Feature not implemented', `'!inner' is not implemented for rows of a tree.`)
    const exact = name === table ? withoutHint(hints, table, columns) : hints
    return `${before}${name}${exact}(${exactSelect(inside, name, references)})`
  })
  return items.join()
}

/** Of two embedded tables under one name Supabase Lite would answer one. */
function rejectTwins(select: string, table: string): void {
  const names = itemsOf(select).flatMap((item) => {
    const { before = '', name } = embedded.exec(item)?.groups ?? {}
    return name && !before.includes('...') ? [/\w+/.exec(before)?.[0] ?? name] : []
  })
  const twin = names.find((name, index) => names.indexOf(name) < index)
  if (twin) throw new ContractError('42712', `table name "${table}_${twin}_1" specified more than once`)
}

function withoutHint(hints: string, table: string, columns: readonly string[]): string {
  const given = hints.split('!').slice(1)
  const hint = given.find((word) => !joins.includes(word))
  if (hint === undefined) return hints
  if (!columns.includes(hint)) {
    const between = `between '${table}' and '${table}'`
    throw new ContractError(
      'PGRST200',
      `Could not find a relationship ${between} in the schema cache`,
      `Searched for a foreign key relationship ${between} using the hint '${hint}' in the schema 'public', but no matches were found.`,
    )
  }
  if (columns.length > 1)
    throw new ContractError('PGRST127', 'Feature not implemented', `'${table}' refers to itself more than once.`)
  return given
    .filter((word) => word !== hint)
    .map((word) => `!${word}`)
    .join('')
}
