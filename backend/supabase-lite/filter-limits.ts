import { ContractError } from './contract-error.ts'
import { readUnquoted } from './unquoted.ts'

const mostPredicates = 64
const deepestNesting = 4
const shapeParameters = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'apikey'])
const logic = /(^|\.)(and|or)$/
const pattern = /^(not\.)*i?match[.(]/
const nestedPattern = /[(,][^(),]*\.(not\.)*i?match[.(]/

/**
 * Counts the filters of a request as they are read, with the limits that the guard checks on their text: what only looks
 * like a quoted text to the guard is a filter. Source: docs/behaviour/security.md#limits-on-filters
 */
export class FilterCount {
  #predicates = 0

  /** @throws ContractError */
  add(operator: string): void {
    this.#predicates += 1
    if (this.#predicates > mostPredicates) throw new ContractError('PT400', 'There are too many filters')
    if (/^i?match/.test(operator)) throw new ContractError('PT400', 'Regular expressions are not offered')
  }

  /** @throws ContractError */
  nest(depth: number): void {
    if (depth > deepestNesting) throw new ContractError('PT400', 'Filters are nested too deeply')
  }
}

/**
 * Rejects filters that need more work than those of any page of this product: too many predicates, too
 * deeply nested ones, or patterns that the database would have to try at every position.
 * Source: docs/behaviour/security.md#limits-on-filters
 * @param parameters query parameters of a request below /rest/v1/
 * @returns the error message, or null when the filters are acceptable
 */
export function filterExcess(parameters: URLSearchParams): string | null {
  let predicates = 0
  const excess = nestingExcess(parameters)
  if (excess) return excess
  for (const [name, value] of parameters) {
    if (shapeParameters.has(name)) continue
    const outside = withoutQuotedText(value)
    const isLogic = logic.test(name)
    predicates += isLogic ? outside.split(',').length : 1
    if (isLogic ? nestedPattern.test(outside) : pattern.test(value)) return 'Regular expressions are not offered'
  }
  return predicates > mostPredicates ? 'There are too many filters' : null
}

/**
 * Rejects selections and groups of filters that are nested too deeply, in requests for tables and for functions: the code
 * that parses them later is recursive.
 * @returns the error message, or null when the nesting is acceptable
 */
export function nestingExcess(parameters: URLSearchParams): string | null {
  const nested = [...parameters].filter(([name]) => name === 'select' || logic.test(name))
  return nested.some(([, value]) => nesting(value) > deepestNesting) ? 'Filters are nested too deeply' : null
}

/** Quoted text is data: its brackets and commas do not structure the filter. */
function withoutQuotedText(value: string): string {
  let outside = ''
  readUnquoted(value, (character) => (outside += character))
  return outside
}

/** Supabase Lite knows no escapes in the quotes of a selection, so a text is counted with and without them. */
function nesting(text: string): number {
  return Math.max(unquotedNesting(text), unquotedNesting(text.replaceAll('\\', '')))
}

function unquotedNesting(text: string): number {
  let depth = 0
  let deepest = 0
  readUnquoted(text, (character) => {
    if (character === '(') deepest = Math.max(deepest, ++depth)
    if (character === ')') depth = Math.max(0, depth - 1)
  })
  return deepest
}
