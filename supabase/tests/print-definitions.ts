import type postgres from 'postgres'
import { readMigrations } from '#backend/database/migrate.ts'

/** A function, an aggregate or a view that the migrated database has. */
interface Defined {
  schema: string
  name: string
  /** Text of a function between its quotes; null for views, aggregates and functions with a parsed body. */
  body: string | null
}

/** A statement of a migration that creates a function or a view. */
interface Definition {
  name: string
  file: string
  /** Number of its first line, from 1. */
  line: number
  /** The statement, and what follows until the next function or view is created. */
  text: string
}

const CREATE = /^create (?:or replace )?(?:aggregate|function|procedure|view)\s+([\w.]+)/gim

const HEAD = `<!-- Generated from the migrated schema by "npm run database-types": do not edit. -->

# Where the database's functions and views are defined

Migrations are only added, so a function that has changed since is in several files: this is the one that is valid. To change it, add a migration
with the whole function. What has no file is created by \`content.register_kind\`, which writes it from the registered kinds.
`

/**
 * Lists every function and view of the schemas of the product with the place of its valid definition.
 *
 * @returns the text of supabase/definitions.md
 */
export async function printDefinitions(sql: postgres.Sql): Promise<string> {
  const all = await sql<Defined[]>`
    with own as (
      select oid, nspname from pg_namespace
       where nspname !~ '^(pg_|information_schema$)' and nspname not in ('auth', 'supabase_migrations'))
    select nspname as schema, proname as name, case when prosqlbody is null and prokind <> 'a' then prosrc end as body
      from pg_proc join own on own.oid = pronamespace
     where not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    union all
    select nspname, relname, null from pg_class join own on own.oid = relnamespace where relkind = 'v'
    order by 1, 2, 3`
  const definitions = readMigrations().flatMap(definitionsIn)
  const schemas = Map.groupBy(all, ({ schema }) => schema)
  const sections = [...schemas].map(([schema, defined]) => {
    const lines = defined.map((each) => `- \`${each.name}\`${placeOf(each, definitions)}`)
    return `\n## ${schema}\n\n${[...new Set(lines)].join('\n')}\n`
  })
  return HEAD + sections.join('')
}

function definitionsIn({ version, name, sql }: ReturnType<typeof readMigrations>[number]): Definition[] {
  const starts = [...sql.matchAll(CREATE)]
  return starts.map(({ 1: defined = '', index }, position) => ({
    name: defined,
    file: `${version}_${name}.sql`,
    line: sql.slice(0, index).split('\n').length,
    text: sql.slice(index, starts[position + 1]?.index),
  }))
}

/** @returns a link to the last definition that has the body; empty for what a function creates */
function placeOf({ schema, name, body }: Defined, definitions: Definition[]): string {
  const found = definitions.findLast(
    (definition) => definition.name === `${schema}.${name}` && definition.text.includes(body ?? ''),
  )
  return found ? `: [${found.file}](migrations/${found.file}#L${found.line})` : ''
}
