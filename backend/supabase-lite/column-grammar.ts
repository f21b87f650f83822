import type { FilterText } from './filter-grammar.ts'

const quoted = /^"(?:[^"\\]|\\.)*"/s
const word = /^[\p{L}\p{Nd}_ $]+(?:-(?!>)[\p{L}\p{Nd}_ $]+)*/u
const index = /^-?\d+(?=->|[.,)]|$)/
const key = /^[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/s
const direction = /^(?:\.(?:asc|desc))?(?:\.nulls(?:first|last))?/

/**
 * Reads what rows are ordered by, in the grammar of PostgREST: Supabase Lite makes statements of other texts, too, and
 * takes quotes for a part of a name.
 * @param text for example "data->a.desc.nullslast,organizations(name)"
 * @returns the same without quotes that are not needed
 * @throws FilterError
 */
export function readOrder(text: FilterText): string {
  const terms = [readTerm(text)]
  while (text.take(/^,/) !== null) terms.push(readTerm(text))
  return terms.join()
}

/**
 * Reads the column of a filter, with the path in its JSON, if there is one; PostgREST ignores what follows. Supabase Lite
 * would take nothing for the name of a column.
 * @throws FilterError
 */
export function readColumn(text: FilterText): void {
  text.expect(/^\s*/)
  readName(text)
  readPath(text)
  text.expect(/^.*$/s)
}

function readTerm(text: FilterText): string {
  text.expect(/^\s*/)
  const name = readName(text)
  const isRelated = text.take(/^\(/) !== null
  const field = isRelated ? `${name}(${readName(text)}${readPath(text)}${text.expect(/^\)/)}` : name + readPath(text)
  const term = field + text.expect(direction)
  text.expect(/^\s*(?=,|$)/)
  return term
}

function readName(text: FilterText): string {
  return takeQuoted(text) ?? text.expect(word)
}

function takeQuoted(text: FilterText): string | null {
  const found = text.take(quoted)
  return found !== null && /^"[a-z_]\w*"$/i.test(found) ? found.slice(1, -1) : found
}

/** The path in a column of JSON, if there is one. */
function readPath(text: FilterText): string {
  const arrow = text.take(/^->>?/)
  return arrow === null ? '' : arrow + (takeQuoted(text) ?? text.take(index) ?? text.expect(key)) + readPath(text)
}
