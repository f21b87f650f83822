import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { SeparateText } from '#app/ui/separate-text.ts'

/** In place of a text that was taken out of the HTML. */
const MARK = '\0'
const BEYOND_LATIN1 = /[^\0-\xff]/

/** @returns the HTML of a page in pieces, so that those in Latin-1 are encoded apart from the others */
export function renderInPieces(view: ReactNode): string[] {
  const separated: string[] = []
  const separate = (html: string) => {
    if (!BEYOND_LATIN1.test(html)) return html
    separated.push(html)
    return MARK
  }
  const html = renderToStaticMarkup(<SeparateText value={separate}>{view}</SeparateText>)
  if (separated.length === 0) return [html]
  return html.split(MARK).flatMap((piece, index) => [piece, separated[index] ?? ''])
}
