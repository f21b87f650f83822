import { languageParts } from '#domain/text-language.ts'
import { element } from './element.ts'

/**
 * A text that staff or visitors have written, as nodes: what is Hindi in it is marked as Hindi.
 * Source: docs/behaviour/public-pages.md#texts-in-hindi
 */
export function storedText(text: string): (Node | string)[] {
  const parts = languageParts(text).map((part) =>
    part.lang ? element('span', { lang: part.lang }, part.text) : part.text,
  )
  return parts.length > 1 ? [element('span', {}, ...parts)] : parts
}
