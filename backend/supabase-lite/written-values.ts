import type { Json } from '#supabase/database-types.ts'
import { hiddenDefault, hide, hideJson } from './hidden-values.ts'

/** A row of any table, by column: the contract does not know the tables of the product. */
type Row = Record<string, Json>

/**
 * Hides the values of the rows that a request writes. Of the columns that the request lists, those that a row lacks get
 * null, or with "missing=default" their default: Supabase Lite would write the default and answer null.
 * Source: docs/behaviour/contract.md#values
 * @param body JSON of one row or a list of rows
 * @param request the columns of `columns=`, those of the filters, and whether missing values get their default
 * @returns the same rows with hidden values; anything else as it is, since Supabase Lite has the words for it
 */
export function hideWrittenValues(
  body: unknown,
  request: { method: string; parameters: URLSearchParams; prefer: string },
): unknown {
  const isDefault = /\bmissing=default\b/.test(request.prefer)
  const columns = columnsOf(request.parameters)
  // A row that is put has the same key in its address and in its body.
  const keys = request.method === 'PUT' ? request.parameters : new URLSearchParams()
  const missing = columns.map((name) => [name, isDefault ? hiddenDefault : null] as const)
  const written = ([name, value]: [string, Json]) => {
    if (value === null) return [name, null]
    return [name, keys.has(name) && typeof value !== 'object' ? hide(textOf(value)) : hideJson(value)]
  }
  const hidden = (row: Row): Row => Object.fromEntries([...missing, ...Object.entries(row).map(written)])
  if (isRow(body)) return hidden(body)
  return Array.isArray(body) && body.every(isRow) ? body.map(hidden) : body
}

function columnsOf(parameters: URLSearchParams): string[] {
  const text = parameters.get('columns')
  return text ? text.split(',').map((name) => name.trim().replace(/^"(.*)"$/s, '$1')) : []
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
