import type { FilterCount } from './filter-limits.ts'
import { FilterError, FilterText, isOperation, readOperation, type Operation } from './filter-grammar.ts'
import { hide } from './hidden-values.ts'
import { ContractError } from './contract-error.ts'
import { readColumn, readOrder } from './column-grammar.ts'
import { rejectReservedNames } from './reserved-names.ts'

/** Parameters that are no filters, of the table and (as the last part of a name) of what is embedded. */
const shape = /(?:^|\.)(?:select|columns|on_conflict|apikey|order|limit|offset)$/
const order = /(?:^|\.)order$/
const logic = /^(?<path>(?:[^.]+\.)*?)(?<not>not\.)?(?<operator>and|or)$/
const path = /^(?<path>(?:[^.>"]+\.)*)(?<column>.+)$/s
/** What Supabase Lite compares by for a path in JSON; for anything else it would take "=". */
const ofJsonPaths = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'is', 'in'])

/**
 * Rewrites the filters of a request so that Supabase Lite applies all of them, and with the values as they are: it
 * would guess the types of values, apply only the last of two equal operators on a column, and join two groups of
 * alternatives into one. What rows are ordered by is read, too. Source: docs/behaviour/contract.md#filters
 * @param parameters query parameters of a request below /rest/v1/
 * @param count counts the filters of a table; those of what a function answers are not limited
 * @returns the same parameters with hidden values
 * @throws ContractError
 */
export function exactFilters(parameters: URLSearchParams, count: FilterCount | null): URLSearchParams {
  const exact = new URLSearchParams()
  const used = new Set<string>()
  const further = new Map<string, string[]>()
  for (const [name, value] of parameters) {
    const isShape = shape.test(name)
    rejectReservedNames(isShape ? `${name} ${value}` : name)
    const filter = isShape ? null : exactFilter(name, value, count)
    if (order.test(name)) exact.append(name, parsed(value, 'order', readOrder))
    else if (!filter) exact.append(name, value)
    else if (used.has(filter.slot)) further.set(filter.path, [...(further.get(filter.path) ?? []), filter.nested])
    else exact.append(name, filter.value)
    if (filter) used.add(filter.slot)
  }
  for (const [embedded, filters] of further) exact.append(`${embedded}and`, `(${filters.join()})`)
  return exact
}

interface Filter {
  /** The embedded table with a dot at its end, or nothing. */
  path: string
  value: string
  /** The same filter as one of a list. */
  nested: string
  /** Supabase Lite applies one filter of each slot. */
  slot: string
}

function exactFilter(name: string, value: string, count: FilterCount | null): Filter | null {
  const group = logic.exec(name)?.groups
  if (group) {
    const { path: embedded = '', not = '', operator } = group
    const exact = parsed(value, 'logic tree', (text) => readGroup(text, { count, depth: 1 }))
    return { path: embedded, value: exact, nested: `${not}${operator}${exact}`, slot: `${embedded}${not || operator}` }
  }
  // Only functions have arguments that are no filters.
  if (count === null && !isOperation(value)) return null
  const operation = parsed(value, 'filter', (text) => readOperation(text, false))
  count?.add(operation.operator)
  rejectJsonPath(name, operation)
  const { path: embedded = '', column = name } = path.exec(name)?.groups ?? {}
  parsed(column, 'tree path', readColumn)
  const exact = operationText(operation)
  return { path: embedded, value: exact, nested: `${column}.${exact}`, slot: `${name} ${slotOf(operation)}` }
}

function parsed<T>(value: string, what: string, read: (text: FilterText) => T): T {
  const text = new FilterText(value)
  try {
    const result = read(text)
    text.expect(/^$/)
    return result
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    const column = value.length - text.rest.length + 1
    const found = text.rest === '' ? 'end of input' : JSON.stringify(/^./su.exec(text.rest)?.[0])
    const message = `"failed to parse ${what} (${value})" (line 1, column ${column})`
    throw new ContractError('PGRST100', message, `unexpected ${found}`)
  }
}

interface Group {
  count: FilterCount | null
  depth: number
}

function readGroup(text: FilterText, group: Group): string {
  group.count?.nest(group.depth)
  text.expect(/^\s*\(\s*/)
  const members = [readMember(text, group)]
  while (text.take(/^\s*,\s*/) !== null) members.push(readMember(text, group))
  text.expect(/^\s*\)\s*/)
  return `(${members.join()})`
}

function readMember(text: FilterText, { count, depth }: Group): string {
  const operator = text.take(/^(?:not\.)?(?:and|or)(?=\s*\()/)
  if (operator !== null) return `${operator}${readGroup(text, { count, depth: depth + 1 })}`
  const name = text.expect(/^(?:"[^"]*"|[^.,()"])+(?=\.)/)
  text.expect(/^\./)
  readColumn(new FilterText(name))
  rejectReservedNames(name)
  const operation = readOperation(text, true)
  count?.add(operation.operator)
  rejectJsonPath(name, operation)
  return `${name}.${operationText(operation)}`
}

function rejectJsonPath(name: string, { operator }: Operation): void {
  if (!name.includes('->') || ofJsonPaths.has(operator)) return
  const details = `The operator "${operator}" is not implemented for a path in JSON.`
  throw new ContractError('PGRST127', 'Feature not implemented', details)
}

function operationText({ not, operator, value }: Operation): string {
  return `${not ? 'not.' : ''}${operator}.${valueText(value, /^i?like/.test(operator))}`
}

function valueText(value: Operation['value'], isPattern: boolean): string {
  const exact = (text: string | null) => (text === null ? 'null' : hide(isPattern ? text.replaceAll('*', '%') : text))
  if (value.kind === 'word') return value.text
  if (value.kind === 'one') return exact(value.text)
  const texts = value.texts.map(exact).join()
  return value.kind === 'list' ? `(${texts})` : `{${texts}}`
}

function slotOf({ not, operator }: Operation): string {
  if (not && operator !== 'in' && operator !== 'is') return 'not'
  return `${not ? 'not.' : ''}${operator.replace(/^(?:pl|ph|w)?fts.*$/s, 'fts')}`
}
