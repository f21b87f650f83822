import { languageParts } from '#domain/text-language.ts'

/**
 * A text that staff or visitors have written: what is Hindi in it is marked as Hindi. It is one node, so that a flexible
 * box has it as one item.
 * Source: docs/behaviour/public-pages.md#texts-in-hindi
 */
export function StoredText({ text }: { text: string }) {
  const parts = languageParts(text).map((part, position) =>
    part.lang ? (
      <span key={position} lang={part.lang}>
        {part.text}
      </span>
    ) : (
      part.text
    ),
  )
  return parts.length > 1 ? <span>{parts}</span> : parts
}
