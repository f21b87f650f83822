import { FORM } from './messages.ts'
import type { Field } from '#domain/content/fields/field.ts'
import { storable } from '#domain/storable.ts'
import { vacancies } from '#domain/vacancies.ts'
import type { VacancyLine } from './field-value.ts'
import { typedNumber } from './typed-number.ts'

/**
 * Converts a table of vacancies to text: a JSON list of {name, posts, eligibility}, or only the name of a single post
 * that has no other values. Source: docs/behaviour/notices.md#vacancies.
 *
 * @param lines as typed; empty lines are left out
 * @returns the text, null for an empty table, or the error of the first invalid line
 */
export function storedVacancies(
  { label }: Field,
  lines: readonly VacancyLine[],
): { value: string | null } | { error: string } {
  const posts: { name: string; posts?: number; eligibility?: string }[] = []
  for (const [index, line] of lines.entries()) {
    const [name, typedPosts, eligibility] = [line.name, line.posts, line.eligibility].map(tidy)
    if (!name && !typedPosts && !eligibility) continue
    if (!name) return { error: FORM.noPostName(label, index + 1) }
    const number = typedNumber(typedPosts ?? '', { isAmount: false })
    if (typeof number === 'string') return { error: FORM.notANumber(FORM.inLine(label, index + 1), typedPosts ?? '') }
    posts.push({ name, ...(number !== null && { posts: number }), ...(eligibility && { eligibility }) })
  }
  const [only, ...others] = posts
  if (!only) return { value: null }
  const isPlain = others.length === 0 && only.posts === undefined && only.eligibility === undefined
  return { value: isPlain && readsBack(only.name) ? only.name : JSON.stringify(posts) }
}

function tidy(text: string): string {
  return storable(text).replace(/\s+/g, ' ').trim()
}

/** @returns whether a plain name parses back to itself; one that looks like a list does not */
function readsBack(name: string): boolean {
  const [post, ...others] = vacancies(name)
  return others.length === 0 && post?.name === name
}
