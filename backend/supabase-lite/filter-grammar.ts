/** Reads the text of a filter from its start on, in the grammar of PostgREST. Source: docs/behaviour/contract.md#filters */
export class FilterText {
  #rest: string

  constructor(text: string) {
    this.#rest = text
  }

  /** @returns what the pattern matches next, which must begin with "^", or null */
  take(pattern: RegExp): string | null {
    const found = pattern.exec(this.#rest)?.[0]
    if (found === undefined) return null
    this.#rest = this.#rest.slice(found.length)
    return found
  }

  /** @throws FilterError when the pattern does not match next */
  expect(pattern: RegExp): string {
    const found = this.take(pattern)
    if (found === null) throw new FilterError()
    return found
  }

  get rest(): string {
    return this.#rest
  }
}

/** The text is no filter. */
export class FilterError extends Error {}

export interface Operation {
  not: boolean
  /** As it was given: "eq", "like(any)", "fts(english)". */
  operator: string
  /** One value, several values in brackets or braces, or a word that is no value, as in "is.null". */
  value:
    | { kind: 'one'; text: string }
    | { kind: 'word'; text: string }
    | { kind: 'list'; texts: string[] }
    | { kind: 'array'; texts: (string | null)[] }
}

const operator =
  /^(?:(?:eq|gte?|lte?|i?like|i?match)(?:\((?:any|all)\))?|neq|is|isdistinct|in|cs|cd|ov|sl|sr|nxl|nxr|adj|(?:pl|ph|w)?fts(?:\([^()]*\))?)(?=\.)/
const quoted = /^"(?:[^"\\]|\\.)*"(?=[,)]|$)/s
const trilean = /^(?:null|not_null|true|false|unknown)(?=[,)]|$)/i

/** Whether a text begins like an operation, so that it is a filter and not an argument of a function. */
export function isOperation(text: string): boolean {
  return operator.test(text.replace(/^not\./, ''))
}

/**
 * @param text for example "not.in.(1,2)"
 * @param isNested whether the filter is one of a list, where a comma or a closing bracket ends the value
 * @throws FilterError
 */
export function readOperation(text: FilterText, isNested: boolean): Operation {
  const not = text.take(/^not\./) !== null
  const name = text.expect(operator)
  text.expect(/^\./)
  return { not, operator: name, value: readValue(text, name, isNested) }
}

function readValue(text: FilterText, name: string, isNested: boolean): Operation['value'] {
  if (name === 'in') return { kind: 'list', texts: readList(text) }
  if (name === 'is') return { kind: 'word', text: text.expect(trilean) }
  const value = isNested ? readNestedValue(text) : text.expect(/^.*$/s)
  return /\((?:any|all)\)$/.test(name) ? { kind: 'array', texts: readArray(value) } : { kind: 'one', text: value }
}

function readNestedValue(text: FilterText): string {
  const inQuotes = text.take(quoted)
  return inQuotes === null ? text.expect(/^(?:\{[^{}]*\}|[^,)]*)/s) : unquoted(inQuotes)
}

function readList(text: FilterText): string[] {
  text.expect(/^\s*\(/)
  const texts = [readNestedListValue(text)]
  while (text.take(/^,/) !== null) texts.push(readNestedListValue(text))
  text.expect(/^\)\s*/)
  return texts
}

function readNestedListValue(text: FilterText): string {
  const inQuotes = text.take(quoted)
  return inQuotes === null ? text.expect(/^[^,)]*/s) : unquoted(inQuotes)
}

/** Source: PostgreSQL, Array Value Input */
function readArray(value: string): (string | null)[] {
  const text = new FilterText(value)
  text.expect(/^\{/)
  if (text.take(/^\}$/) !== null) return []
  const texts = []
  do {
    const inQuotes = text.take(/^"(?:[^"\\]|\\.)*"/s)
    const bare = inQuotes === null ? text.expect(/^[^,{}"]+/).trim() : null
    texts.push(inQuotes === null ? (/^null$/i.test(bare ?? '') ? null : bare) : unquoted(inQuotes))
  } while (text.take(/^,/) !== null)
  text.expect(/^\}$/)
  return texts
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
}
