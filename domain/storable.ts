import { printable } from './printable.ts'

/** @returns the text without what the database removes or cannot store: halves of surrogate pairs are replaced */
export function storable(text: string): string {
  return printable(text.toWellFormed())
}
