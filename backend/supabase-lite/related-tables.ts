import type { Sql } from 'postgres'

/** The tables of the contract by name, with what may be embedded in each. */
export type RelatedTables = ReadonlyMap<string, Relations>

interface Relations {
  /** What embeds at most one row of another table: names of the table, and of the column or foreign key to it. */
  toOne: ReadonlyMap<string, Related>
  /** Tables that are related by a foreign key in either direction, or by those of a third table. */
  tables: ReadonlySet<string>
  /** Names of the foreign keys and their columns, in either direction. */
  keys: ReadonlySet<string>
}

interface Related {
  table: string
  /** What may follow the name after "!". */
  hints: ReadonlySet<string>
}

interface ForeignKey {
  name: string
  columns: string[]
  from: string
  to: string
}

/** What may stand after "!" without naming a key or a table. */
export const joins = ['inner', 'left']

/**
 * Reads which tables refer to which, to tell a row that a row refers to from the many rows that refer to it, and from
 * what is not related.
 * @param sql connections to a migrated database
 */
export async function readRelatedTables(sql: Sql): Promise<RelatedTables> {
  const keys = await sql<ForeignKey[]>`
    select conname as name, source.relname as from, target.relname as to,
           array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
      from pg_constraint
      join pg_class as source on source.oid = conrelid
      join pg_class as target on target.oid = confrelid
     where contype = 'f' and source.relnamespace = 'public'::regnamespace
       and target.relnamespace = 'public'::regnamespace`
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
  return new Map(tables.map(({ name }) => [name, relationsOf(name, keys)]))
}

function relationsOf(table: string, keys: ForeignKey[]): Relations {
  const own = keys.filter(({ from }) => from === table)
  const both = keys.filter(({ from, to }) => from === table || to === table)
  const near = both.flatMap(({ from, to }) => (from === to ? [from] : [from, to].filter((name) => name !== table)))
  const far = keys.filter(({ from, to }) => near.includes(from) && to !== table).map(({ to }) => to)
  return {
    toOne: relatedOf(own.filter((key) => isToOne(key, keys))),
    tables: new Set([...near, ...far]),
    keys: new Set(both.flatMap(({ name, columns }) => [name, ...columns])),
  }
}

/** A name that could also mean the opposite direction, as in a tree, is left out. */
function isToOne({ from, to }: ForeignKey, keys: ForeignKey[]): boolean {
  const between = keys.filter((key) => (key.from === from && key.to === to) || (key.from === to && key.to === from))
  return from !== to && between.length === 1
}

function relatedOf(keys: ForeignKey[]): ReadonlyMap<string, Related> {
  return new Map(
    keys.flatMap(({ name, columns, to }) => {
      const names = [name, ...(columns.length === 1 ? columns : [])]
      return [to, ...names].map((given) => [given, { table: to, hints: new Set([...names, ...joins]) }] as const)
    }),
  )
}
