import { FORM } from './messages.ts'
import type { Field } from '#domain/content/fields/field.ts'
import { vacancies } from '#domain/vacancies.ts'
import type { VacancyLine } from './field-value.ts'
import { typedNumber } from './typed-number.ts'

/**
 * A table of vacancies as text: a JSON list of {name, posts, eligibility}, or the name alone of the only post when
 * nothing else is known of it. Source: specification, section 3 (jobs).
 *
 * @param lines as typed; lines without anything are left out
 * @returns the text, null for an empty table, or what is wrong with the first wrong line
 */
export function storedVacancies(
  { label }: Field,
  lines: readonly VacancyLine[],
): { value: string | null } | { error: string } {
  const posts: { name: string; posts?: number; eligibility?: string }[] = []
  for (const [place, line] of lines.entries()) {
    const [name, typedPosts, eligibility] = [line.name, line.posts, line.eligibility].map(tidy)
    if (!name && !typedPosts && !eligibility) continue
    if (!name) return { error: FORM.noPostName(label, place + 1) }
    const number = typedNumber(typedPosts ?? '', { isAmount: false })
    if (typeof number === 'string') return { error: FORM.notANumber(FORM.inLine(label, place + 1), typedPosts ?? '') }
    posts.push({ name, ...(number !== null && { posts: number }), ...(eligibility && { eligibility }) })
  }
  const [only, ...others] = posts
  if (!only) return { value: null }
  const isPlain = others.length === 0 && only.posts === undefined && only.eligibility === undefined
  return { value: isPlain && readsBack(only.name) ? only.name : JSON.stringify(posts) }
}

function tidy(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().replace(/\s+/g, ' ').trim()
}

/** A name that looks like a list would be read as one. */
function readsBack(name: string): boolean {
  const [post, ...others] = vacancies(name)
  return others.length === 0 && post?.name === name
}
