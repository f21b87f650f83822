import type { Json } from '#supabase/database-types.ts'
import { ContractError } from './contract-error.ts'
import { hiddenDefault, hide, hideJson } from './hidden-values.ts'

/** A row of any table, by column: the contract does not know the tables of the product. */
type Row = Record<string, Json>

/** Values, because a statement of PostgreSQL carries no more. Source: docs/behaviour/limits.md#requests */
const [mostRows, mostValues] = [1_000, 65_535]

/**
 * Hides the values of the rows that a request writes. Of the columns that the request lists, those that a row lacks get
 * null, or with "missing=default" their default: Supabase Lite would write the default and answer null.
 * Source: docs/behaviour/contract.md#values
 * @param body JSON of one row or a list of rows
 * @param request the columns of `columns=`, those of the filters, and whether missing values get their default
 * @returns the same rows with hidden values; a list of anything else as it is, since Supabase Lite has the words for it
 * @throws ContractError for a value that is neither a row nor a list, and for more rows or values than a request may write
 */
export function hideWrittenValues(
  body: unknown,
  request: { method: string; parameters: URLSearchParams; prefer: string },
): unknown {
  if (!isRow(body) && !Array.isArray(body)) throw new ContractError('PGRST102', 'Empty or invalid json')
  const columns = columnsOf(request.parameters)
  if (isTooMuch(Array.isArray(body) ? body : [body], columns))
    throw new ContractError('PT400', `A request writes at most ${mostRows} rows and ${mostValues} values`)
  const isDefault = /\bmissing=default\b/.test(request.prefer)
  // A row that is put has the same key in its address and in its body.
  const keys = request.method === 'PUT' ? request.parameters : new URLSearchParams()
  const missing = columns.map((name) => [name, isDefault ? hiddenDefault : null] as const)
  const written = ([name, value]: [string, Json]) => {
    if (value === null) return [name, null]
    return [name, keys.has(name) && typeof value !== 'object' ? hide(textOf(value)) : hideJson(value)]
  }
  const hidden = (row: Row): Row => Object.fromEntries([...missing, ...Object.entries(row).map(written)])
  if (isRow(body)) return hidden(body)
  if (!body.every(isRow)) return body
  const rows = body.map(hidden)
  // Supabase Lite knows an update of no columns by the empty row alone.
  return request.method === 'PATCH' && rows.every((row) => Object.keys(row).length === 0) ? {} : rows
}

function columnsOf(parameters: URLSearchParams): string[] {
  const text = parameters.get('columns')
  return text ? [...new Set(text.split(',').map((name) => name.trim().replace(/^"(.*)"$/s, '$1')))] : []
}

/** Each row gets the columns of all rows. */
function isTooMuch(rows: readonly unknown[], columns: string[]): boolean {
  if (rows.length > mostRows) return true
  const all = new Set([...columns, ...rows.flatMap((row) => (isRow(row) ? Object.keys(row) : []))])
  return all.size * rows.length > mostValues
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
