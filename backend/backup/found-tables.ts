import type { ISql } from 'postgres'
import { readMigrations } from '#backend/database/apply-migrations.ts'
import { readEarlierMigrations } from '#backend/database/earlier-migrations.ts'
import { StartupError } from '#backend/startup-error.ts'

/**
 * Schemas that a backup leaves out: migrations create what they hold, positions in the outbox mean nothing in another
 * database, and a restored portal has another store of files.
 */
export const skippedSchemas = ['supabase_migrations', 'outbox', 'files']

/** The sign-in creates it without migrations. */
const signInSchema = 'auth'

/** The name of a table in a statement that creates it; migrations name tables with their schema, except those of public. */
const creation = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?("?\w+"?(?:\."?\w+"?)?)/gi

export interface FoundTable {
  id: string
  schema: string
  name: string
  /** Without generated columns. */
  columns: string[]
  /** Ids of the tables that its foreign keys refer to, except itself. */
  references: string[]
}

/**
 * Finds the tables of a portal: those that recorded migrations create, and those that staff edit, such as a kind that was
 * registered without a migration. Other programs, and operators, may keep tables of their own in its schemas. Those of
 * migrations that an operator has added belong to the portal.
 * @returns tables in alphabetical order
 * @throws StartupError when a kind of notices would be left out
 */
export async function findTables(sql: ISql): Promise<{ own: FoundTable[]; others: FoundTable[] }> {
  const [created, edited] = [await createdTables(sql), await editedTables(sql)]
  const isOwn = ({ schema, name }: FoundTable) =>
    schema === signInSchema || created.has(`${schema}.${name}`) || (schema === 'public' && edited.has(name))
  const all = await readTables(sql)
  const others = all.filter((table) => !isOwn(table))
  const kinds = await kindsOf(sql)
  const leftOut = others.find(({ schema, name }) => schema === 'public' && kinds.includes(name))
  if (leftOut)
    throw new StartupError(
      `The table ${leftOut.name} of a kind of notices would be left out of the backup: call content.register_kind('${leftOut.name}'), which prepares it.`,
    )
  return { own: all.filter(isOwn), others }
}

/** Other programs may have recorded a migration without its text or in parts, so that of its file counts as well. */
async function createdTables(sql: ISql): Promise<Set<string>> {
  const records = await sql<{ version: string; text: string | null }[]>`
    select version, array_to_string(statements, E';\\n') as text from supabase_migrations.schema_migrations`
  const versions = new Set(records.map(({ version }) => version))
  const files = [...readEarlierMigrations(), ...readMigrations()].filter(({ version }) => versions.has(version))
  const texts = [...records.map(({ text }) => text ?? ''), ...files.map((file) => file.sql)]
  const names = texts.flatMap((text) => [...text.matchAll(creation)].map(([, name = '']) => name))
  return new Set(
    names.map((name) => name.replaceAll('"', '')).map((name) => (name.includes('.') ? name : `public.${name}`)),
  )
}

/** @returns none for a schema that is older than this function */
async function editedTables(sql: ISql): Promise<Set<string>> {
  const [exists] = await sql`select from pg_proc where oid = to_regproc('staff.edited_tables')`
  const rows = exists ? await sql<{ name: string }[]>`select staff.edited_tables() as name` : []
  return new Set(rows.map(({ name }) => name))
}

/** @returns the tables of all kinds of notices */
export async function kindsOf(sql: ISql): Promise<string[]> {
  const [exists] = await sql`select from pg_class where oid = to_regclass('content.kinds')`
  const rows = exists ? await sql<{ name: string }[]>`select name from content.kinds` : []
  return rows.map(({ name }) => name)
}

async function readTables(sql: ISql): Promise<FoundTable[]> {
  return sql<FoundTable[]>`
    select pg_class.oid::text as id, nspname as schema, relname as name,
           array(select attname::text from pg_attribute
                  where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
                  order by attname) as columns,
           array(select distinct confrelid::oid::text from pg_constraint
                  where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as references
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname !~ '^pg_' and nspname <> 'information_schema' and nspname <> all(${skippedSchemas})
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     order by 2, 3`
}

/** @returns the tables in an order in which references lead to earlier ones */
export function inOrderOfReferences(tables: FoundTable[]): FoundTable[] {
  const ordered = new Set<FoundTable>()
  const byId = new Map(tables.map((table) => [table.id, table]))
  const visit = (table: FoundTable) => {
    if (ordered.has(table)) return
    for (const reference of table.references) {
      const target = byId.get(reference)
      if (target) visit(target)
    }
    ordered.add(table)
  }
  tables.forEach(visit)
  return [...ordered]
}
