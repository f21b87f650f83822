import { highlight } from '#domain/highlight.ts'

/** A title in which a text is marked wherever it stands. */
export function Highlighted({ title, text }: { title: string; text: string }) {
  return highlight(title, text).map(({ text: piece, isMatch }, index) =>
    isMatch ? <mark key={index}>{piece}</mark> : piece,
  )
}
