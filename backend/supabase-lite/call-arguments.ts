import type { Sql } from 'postgres'
import { ContractError } from './contract-error.ts'
import { hide } from './hidden-values.ts'

/** Function -> argument -> its type as PostgreSQL prints it. */
export type CallArguments = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Reads the arguments of all functions; those that have different types in functions of one name, and the last ones of
 * variadic functions, are left out.
 * @param sql connections to a migrated database
 */
export async function readCallArguments(sql: Sql): Promise<CallArguments> {
  const rows = await sql<{ name: string; argument: string; type: string }[]>`
    select proname as name, argument, min(format_type(type, null)) as type
      from pg_proc, unnest(proargnames, proargmodes, coalesce(proallargtypes, proargtypes::oid[]))
        as given(argument, mode, type)
     where pronamespace = 'public'::regnamespace and prokind = 'f' and argument <> '' and coalesce(mode, 'i') in ('i', 'b', 'v')
     group by proname, argument having count(distinct type) = 1 and bool_and(coalesce(mode, 'i') <> 'v')`
  const functions = Map.groupBy(rows, ({ name }) => name)
  return new Map(
    [...functions].map(([name, given]) => [name, new Map(given.map(({ argument, type }) => [argument, type]))]),
  )
}

/** No function of PostgreSQL has more arguments or longer names. To compare very many with its own takes seconds. */
const [mostArguments, longestName] = [100, 63]

/**
 * @returns the body of a call with hidden values; arguments that the function does not have stay as they are
 * @throws ContractError for more arguments or longer names than any function has
 */
export function hideArguments(body: unknown, types: ReadonlyMap<string, string>): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const given = Object.entries(body)
  if (given.length > mostArguments || given.some(([name]) => name.length > longestName))
    throw new ContractError(
      'PT400',
      `A function has at most ${mostArguments} arguments, with names of at most ${longestName} characters`,
    )
  return Object.fromEntries(
    given.map(([name, value]) => {
      const type = types.get(name)
      return [name, type === undefined || value === null ? value : hide(argumentText(value, type))]
    }),
  )
}

/**
 * @param value a JSON value other than null
 * @param type of the argument, as PostgreSQL prints it
 * @returns the text that PostgreSQL reads as this value, as json_to_record does
 */
export function argumentText(value: unknown, type: string): string {
  if (type === 'json' || type === 'jsonb') return JSON.stringify(value)
  if (Array.isArray(value) && type.endsWith('[]')) return arrayText(value, type)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Source: PostgreSQL, Array Value Input */
function arrayText(values: unknown[], type: string): string {
  const elements = values.map((value) => {
    if (value === null) return 'null'
    if (Array.isArray(value) && !type.startsWith('json')) return arrayText(value, type)
    return `"${argumentText(value, type.slice(0, -2)).replaceAll(/["\\]/g, '\\$&')}"`
  })
  return `{${elements.join()}}`
}
