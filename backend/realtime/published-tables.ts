import type postgres from 'postgres'

interface PublishedColumn {
  name: string
  /** Short name of the type, as clients know it: int8, text, timestamptz. */
  type: string
  /** Name of the type for casts in SQL. */
  cast: string
}

/** Tables whose changes are recorded, by name; every one has the primary key "id". */
export type PublishedTables = ReadonlyMap<string, readonly PublishedColumn[]>

/** Every published table is in this schema. */
export const publishedSchema = 'public'

/** @param sql connection of the database owner */
export async function readPublishedTables(sql: postgres.Sql): Promise<PublishedTables> {
  const tables = await sql<{ name: string; columns: PublishedColumn[] }[]>`
    select relname as name, json_agg(json_build_object(
        'name', attname, 'type', typname, 'cast', format_type(atttypid, null)
      ) order by attnum) as columns
      from pg_class
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      join pg_type on pg_type.oid = atttypid
     where pg_class.oid in (select tgrelid from pg_trigger where tgfoid = 'outbox.record_changes()'::regprocedure)
     group by relname`
  return new Map(tables.map(({ name, columns }) => [name, columns]))
}
