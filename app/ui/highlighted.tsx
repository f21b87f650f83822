import { highlight } from '#domain/highlight.ts'
import { langOf } from '#domain/text-language.ts'

/** A title in which every occurrence of a text is marked. */
export function Highlighted({ title, text }: { title: string; text: string }) {
  const lang = langOf(title)
  const pieces = highlight(title, text).map(({ text: piece, isMatch }, index) =>
    isMatch ? <mark key={index}>{piece}</mark> : piece,
  )
  return lang ? <span lang={lang}>{pieces}</span> : pieces
}
