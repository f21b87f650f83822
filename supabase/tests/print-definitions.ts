import type postgres from 'postgres'
import { readMigrations } from '#backend/database/apply-migrations.ts'

/** A table, a function, an aggregate or a view that the migrated database has. */
interface Defined {
  schema: string
  name: string
  /** Text of a function between its quotes; null for tables, views, aggregates and functions with a parsed body. */
  body: string | null
}

/** A statement of a migration that creates something, or changes the options of a function. */
interface Definition {
  name: string
  file: string
  /** Number of its first line, from 1. */
  line: number
  /** The statement, and what follows until the next such statement. */
  text: string
}

const STATEMENT =
  /^(?:create (?:or replace )?(?:unlogged )?(?:aggregate|function|table|view)(?: if not exists)?|alter function)\s+([\w.]+)/gim

const HEAD = `<!-- Generated from the migrated schema by "npm run database-types": do not edit. -->

# Where the tables, functions and views of the database are defined

There is one migration per subject. Further ones are only added, so a function that has changed since is in two files: the
one named here is valid, with the options that a later file sets. To change it, add a migration with the whole function. Of
a table it is the file that created it; \`database-types.ts\` has all its columns. What has no file is written from the registered kinds by
\`content.create_views\` and \`content.create_unions\`, which \`content.register_kind\` calls.
`

/**
 * Lists every table, function and view of the schemas of the product with the place of its valid definition.
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
    select nspname, relname, null from pg_class join own on own.oid = relnamespace where relkind in ('v', 'r', 'p')
    order by 1, 2, 3`
  const definitions = readMigrations().flatMap(definitionsIn)
  const schemas = Map.groupBy(all, ({ schema }) => schema)
  const sections = [...schemas].map(([schema, defined]) => {
    const lines = defined.map((each) => `- \`${schema}.${each.name}\`${placeOf(each, definitions)}`)
    return `\n## ${schema}\n\n${[...new Set(lines)].join('\n')}\n`
  })
  return HEAD + sections.join('')
}

function definitionsIn({ version, name, sql }: ReturnType<typeof readMigrations>[number]): Definition[] {
  const starts = [...sql.matchAll(STATEMENT)]
  return starts.map(({ 1: defined = '', index }, position) => ({
    name: defined,
    file: `${version}_${name}.sql`,
    line: sql.slice(0, index).split('\n').length,
    text: sql.slice(index, starts[position + 1]?.index),
  }))
}

/**
 * @returns a link to the last definition that has the body, and to later changes of its options; empty when no migration
 *   contains the definition, because a function of the database puts it together
 */
function placeOf({ schema, name, body }: Defined, definitions: Definition[]): string {
  const named = definitions.filter((definition) => definition.name === `${schema}.${name}`)
  const valid = named.findLastIndex(({ text }) => /^create/i.test(text) && text.includes(body ?? ''))
  if (valid === -1) return ''
  const places = new Map(named.slice(valid).map(({ file, line }) => [file, `[${file}](migrations/${file}#L${line})`]))
  return `: ${[...places.values()].join(', options: ')}`
}
