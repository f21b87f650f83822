import { ContractError } from './contract-error.ts'

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
  for (const [name, value] of parameters) {
    const outside = withoutQuotedText(value)
    const isLogic = logic.test(name)
    if ((isLogic || name === 'select') && nesting(outside) > deepestNesting) return 'Filters are nested too deeply'
    if (shapeParameters.has(name)) continue
    predicates += isLogic ? outside.split(',').length : 1
    if (isLogic ? nestedPattern.test(outside) : pattern.test(value)) return 'Regular expressions are not offered'
  }
  return predicates > mostPredicates ? 'There are too many filters' : null
}

/** Quoted text is data: its brackets and commas do not structure the filter. */
function withoutQuotedText(value: string): string {
  return value.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '')
}

function nesting(text: string): number {
  let depth = 0
  let deepest = 0
  for (const character of text) {
    if (character === '(') deepest = Math.max(deepest, ++depth)
    if (character === ')') depth -= 1
  }
  return deepest
}
