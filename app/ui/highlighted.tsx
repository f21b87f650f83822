import { highlight } from '#domain/highlight.ts'
import { langOf } from '#domain/text-language.ts'
import { StoredText } from './stored-text.tsx'

/** A title in which every occurrence of a text is marked. */
export function Highlighted({ title, text }: { title: string; text: string }) {
  const lang = langOf(title)
  const pieces = highlight(title, text).map(({ text: piece, isMatch }, index) => {
    const words = lang ? piece : <StoredText key={index} text={piece} />
    return isMatch ? <mark key={index}>{words}</mark> : words
  })
  return lang ? <span lang={lang}>{pieces}</span> : pieces
}
