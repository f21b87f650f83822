import { langOf } from '#domain/text-language.ts'

/** A title inside an element that cannot say its language itself. */
export function TitleText({ text }: { text: string }) {
  const lang = langOf(text)
  return lang ? <span lang={lang}>{text}</span> : text
}
