import { readUnquoted } from './unquoted.ts'

/** A part of a selection: a column, or a related table with what is selected of it. */
interface SelectedPart {
  /** As it is written, without spaces. */
  text: string
  /** Empty when the part is not understood. */
  name: string
  /** What follows the name after "!". */
  hints: string[]
  /** What is selected of a related table; null for a column. */
  inside: string | null
}

/** A column or a related table: alias, "...", name, hints after "!", and the columns of a related table. */
const item = /^(?:(?<alias>\w+):(?!:))?(?:\.\.\.)?(?<name>\w+)(?<hints>(?:!\w+)*)(?:\((?<inside>.*)\))?$/s

/** @param select the parameter of that name, or what is selected of a related table */
export function partsOf(select: string): SelectedPart[] {
  return itemsOf(select.replaceAll(/\s/g, '')).map((text) => {
    const { name = '', hints = '', inside = '' } = item.exec(text)?.groups ?? {}
    return { text, name, hints: hints.split('!').slice(1), inside: text.includes('(') ? inside : null }
  })
}

/** @returns the parts of a selection between the commas that are in no brackets and no quotes, in which Supabase Lite knows no escapes */
export function itemsOf(select: string): string[] {
  const items: string[] = []
  let depth = 0
  let start = 0
  readUnquoted(select.replaceAll('\\', '_'), (character, index) => {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character !== ',' || depth !== 0) return
    items.push(select.slice(start, index))
    start = index + 1
  })
  return [...items, select.slice(start)]
}
