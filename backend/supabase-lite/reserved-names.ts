import { ContractError } from './contract-error.ts'
import { currentTable } from './current-request.ts'

/** Names that every object of JavaScript has. */
const reserved = new Set(Object.getOwnPropertyNames(Object.prototype))

/**
 * Refuses a name that Supabase Lite must not use as the key of an object: what it stores under "__proto__" becomes a
 * property of every object of the process, and under the others it finds what no request has sent.
 * Source: docs/behaviour/security.md#names-of-objects
 * @param text names of columns and related tables, with anything between them
 * @throws ContractError as for a column that does not exist
 */
export function rejectReservedNames(text: string): void {
  const name = text.match(/[\w$]+/g)?.find((word) => reserved.has(word))
  if (name === undefined) return
  const table = currentTable()
  throw new ContractError('42703', `column ${table === null ? `"${name}"` : `${table}.${name}`} does not exist`)
}
