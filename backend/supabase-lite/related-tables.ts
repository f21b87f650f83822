import type { Sql } from 'postgres'

/** Table -> what embeds at most one row of another table: names of the table, and of the column or foreign key to it. */
export type RelatedTables = ReadonlyMap<string, ReadonlyMap<string, Related>>

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

const joins = ['inner', 'left']

/**
 * Reads which tables refer to which, to tell a row that a row refers to from the many rows that refer to it.
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
  const tables = Map.groupBy(keys, ({ from }) => from)
  return new Map([...tables].map(([table, own]) => [table, relatedOf(own.filter((key) => isToOne(key, keys)))]))
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
