import { langOf } from '#domain/text-language.ts'

/** A title with its language, for use in an element whose `lang` cannot be set. */
export function TitleText({ text }: { text: string }) {
  const lang = langOf(text)
  return lang ? <span lang={lang}>{text}</span> : text
}
