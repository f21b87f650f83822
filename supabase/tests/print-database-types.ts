import { readFileSync } from 'node:fs'
import { format, type FormatConfig } from 'oxfmt'
import type postgres from 'postgres'

interface Relation {
  name: string
  isTable: boolean
  columns: Value[]
  relationships: object[]
}

interface DatabaseFunction {
  name: string
  parameters: Omit<Value, 'isNullable'>[]
  returns: string
  isSet: boolean
}

/** A column, or a parameter of a function. */
interface Value {
  name: string
  /** Name in pg_type. */
  type: string
  isNullable: boolean
  hasDefault: boolean
  /** Whether only the database writes it. */
  isGenerated?: boolean
}

/** How JSON shows the types of PostgreSQL that are not shown as texts. */
const jsonTypes: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
}

const head = `// Generated from the migrated schema by "npm run database-types": do not edit.
/* oxlint-disable max-lines */

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

type PublicTables = Database['public']['Tables']
export type Tables<T extends keyof PublicTables> = PublicTables[T]['Row']
export type TablesInsert<T extends keyof PublicTables> = PublicTables[T]['Insert']
export type TablesUpdate<T extends keyof PublicTables> = PublicTables[T]['Update']
`

/**
 * Describes the schema "public" in TypeScript: the values that requests and responses have, in the shape that
 * supabase-js expects of its type parameter Database. The schema has no enums: check constraints limit its texts.
 *
 * @returns the text of supabase/database-types.ts
 */
export async function printDatabaseTypes(sql: postgres.Sql): Promise<string> {
  const relations = await readRelations(sql)
  const groups = {
    Tables: relations.filter(({ isTable }) => isTable).map(printTable),
    Views: relations.filter(({ isTable }) => !isTable).map(printView),
    Functions: (await readFunctions(sql)).map(printFunction),
  }
  const members = Object.entries(groups).map(([name, lines]) => `${name}: ${block(lines)}`)
  const text = `${head}\nexport interface Database ${block([`public: ${block(members)}`])}\n`
  const options: FormatConfig = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8'))
  return (await format('database-types.ts', text, options)).code
}

/** Sorted by name, like everything here, so that the order in which columns were added makes no difference. */
async function readRelations(sql: postgres.Sql): Promise<Relation[]> {
  const columnNames = (table: postgres.Fragment, numbers: postgres.Fragment) =>
    sql`(select json_agg(attname order by place) from unnest(${numbers}) with ordinality as key (number, place)
      join pg_attribute on attrelid = ${table} and attnum = number)`
  return sql<Relation[]>`
    select relname as name, relkind in ('r', 'p') as "isTable",
      (select json_agg(json_build_object('name', attname, 'type', typname, 'isNullable', not attnotnull,
          'hasDefault', atthasdef or attidentity <> '', 'isGenerated', attidentity = 'a' or attgenerated <> ''
        ) order by attname)
        from pg_attribute join pg_type on pg_type.oid = atttypid
       where attrelid = relation.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(json_agg(json_build_object('foreignKeyName', conname,
          'columns', ${columnNames(sql`conrelid`, sql`conkey`)},
          'isOneToOne', exists (select from pg_index
            where indrelid = conrelid and indisunique and indkey::int2[] @> conkey and conkey @> indkey::int2[]),
          'referencedRelation', target.relname,
          'referencedColumns', ${columnNames(sql`confrelid`, sql`confkey`)}
        ) order by conname), '[]')
        from pg_constraint join pg_class as target on target.oid = confrelid
       where conrelid = relation.oid and contype = 'f' and target.relnamespace = relation.relnamespace) as relationships
    from pg_class as relation
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition
    order by relname`
}

async function readFunctions(sql: postgres.Sql): Promise<DatabaseFunction[]> {
  return sql<DatabaseFunction[]>`
    select proname as name, returned.typname as returns, proretset as "isSet",
      (select coalesce(json_agg(json_build_object('name', parameter.name, 'type', typname,
          'hasDefault', place > pronargs - pronargdefaults
        ) order by parameter.name), '[]')
        from unnest(proargtypes::oid[], proargnames) with ordinality as parameter (type, name, place)
        join pg_type on pg_type.oid = parameter.type) as parameters
    from pg_proc join pg_type as returned on returned.oid = prorettype
    where pronamespace = 'public'::regnamespace and prokind = 'f' and returned.typname <> 'trigger'
    order by proname`
}

function printTable({ name, columns, relationships }: Relation): string {
  const written = (column: Value, isOptional: boolean) =>
    column.isGenerated ? `${column.name}?: never` : printValue(column, isOptional)
  const members = [
    `Row: ${block(columns.map((column) => printValue(column)))}`,
    `Insert: ${block(columns.map((column) => written(column, column.isNullable || column.hasDefault)))}`,
    `Update: ${block(columns.map((column) => written(column, true)))}`,
    `Relationships: [${relationships.map((each) => JSON.stringify(each)).join(', ')}]`,
  ]
  return `${name}: ${block(members)}`
}

function printView({ name, columns }: Relation): string {
  return `${name}: ${block([`Row: ${block(columns.map((column) => printValue(column)))}`, 'Relationships: []'])}`
}

/** A parameter with a default may also be null: the clients send null for what is not given. */
function printFunction({ name, parameters, returns, isSet }: DatabaseFunction): string {
  const args = parameters.map((each) => printValue({ ...each, isNullable: each.hasDefault }, each.hasDefault))
  return `${name}: ${block([`Args: ${block(args)}`, `Returns: ${typeName(returns)}${isSet ? '[]' : ''}`])}`
}

function printValue({ name, type, isNullable }: Value, isOptional = false): string {
  return `${name}${isOptional ? '?' : ''}: ${typeName(type)}${isNullable ? ' | null' : ''}`
}

function typeName(type: string): string {
  return type.startsWith('_') ? `${typeName(type.slice(1))}[]` : (jsonTypes[type] ?? 'string')
}

function block(members: readonly string[]): string {
  return members.length > 0 ? `{\n${members.join('\n')}\n}` : 'Record<never, never>'
}
