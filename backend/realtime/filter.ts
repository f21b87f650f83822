/** Operators of a filter. Regular expressions are missing, since they can be expensive and any client may send one. */
const operators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'isdistinct'] as const

export type Operator = (typeof operators)[number]

/** The operators of the hosted service: anyone may send these filters, and patterns can be expensive, too. */
const visitorOperators: ReadonlySet<Operator> = new Set(['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in'])

export interface Condition {
  column: string
  operator: Operator
  isNegated: boolean
  /** As it was written; for "in" one value per entry. */
  value: string | string[]
}

/** Values that "is" may be compared with; they become part of the SQL. */
const truths = new Set(['null', 'true', 'false', 'unknown'])

const longestList = 100
const mostConditions = 20

/**
 * Reads the filter of a subscription: `column=operator.value`, several joined by commas, all of which have to hold.
 * @returns the conditions; none for an empty text
 * @throws FilterError with the reason
 */
export function parseFilter(text: string): Condition[] {
  if (text.trim() === '') return []
  const conditions = splitOutside(text).map((part) => parseCondition(part.trim()))
  if (conditions.length > mostConditions) throw new FilterError('too many conditions')
  return conditions
}

/** Whether visitors may use a condition. Source: docs/behaviour/realtime.md#filters-of-visitors */
export function isForVisitors({ operator }: Condition): boolean {
  return visitorOperators.has(operator)
}

export class FilterError extends Error {
  override name = 'FilterError'
}

/** Source: supabase/realtime, parse_subscription_params, with its error texts */
function parseCondition(text: string): Condition {
  if (text === '') throw new FilterError('filter must not contain empty segments (check for extra commas)')
  const [column, negation, condition] = /^([^=]*)=(not\.)?(.*)$/s.exec(text)?.slice(1) ?? []
  if (!column || condition === undefined) throw new FilterError(listed([text]))
  const [operator, value] = /^([^.]*)\.(.*)$/s.exec(condition)?.slice(1) ?? [condition]
  if (value === undefined) throw new FilterError(listed([condition]))
  if (!isOperator(operator)) throw new FilterError(listed([operator ?? '', value]))
  return { column, operator, isNegated: negation !== undefined, value: parseValue(operator, value) }
}

/** @returns texts as error messages list them */
export function listed(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`
}

function isOperator(name: string | undefined): name is Operator {
  return operators.some((operator) => operator === name)
}

function parseValue(operator: Operator, text: string): string | string[] {
  if (operator === 'is' && !truths.has(text)) throw new FilterError(`not a value of \`is\`: ${JSON.stringify(text)}`)
  if (operator !== 'in') return unquoted(text)
  if (!/^\(.*\)$/s.test(text)) throw new FilterError('`in` filter value must be wrapped by parentheses')
  const values = splitOutside(text.slice(1, -1)).map((value) => unquoted(value.trim()))
  if (values.length > longestList) {
    throw new FilterError(`too many values for \`in\` filter. Maximum ${longestList}`)
  }
  return values
}

/** Splits at commas outside of quotes and parentheses. A quote only opens where a value can begin. */
function splitOutside(text: string): string[] {
  const parts = ['']
  let depth = 0
  let isQuoted = false
  let before = ','
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] ?? ''
    if (letter === ',' && depth === 0 && !isQuoted) parts.push('')
    else parts[parts.length - 1] += letter
    if (isQuoted && letter === '\\') {
      index += 1
      parts[parts.length - 1] += text[index] ?? ''
    } else if (letter === '"') isQuoted = !isQuoted && '.(,'.includes(before)
    else if (!isQuoted && letter === '(') depth += 1
    else if (!isQuoted && letter === ')') depth = Math.max(0, depth - 1)
    before = letter
  }
  return parts
}

function unquoted(text: string): string {
  const [, inside] = /^"((?:[^"\\]|\\.)*)"$/s.exec(text) ?? []
  return inside === undefined ? text : inside.replace(/\\(.)/gs, '$1')
}
