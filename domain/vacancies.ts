import { readJson } from './read-json.ts'

export interface Vacancy {
  name: string
  /** Number of posts; null when not announced. */
  posts: number | null
  eligibility: string | null
}

/**
 * The posts of a notice. `post_name` holds plain text, or a JSON list of {name, posts, eligibility}.
 * Text that only looks like JSON is shown as it is. Source: docs/behaviour/notices.md#vacancies.
 */
export function vacancies(postName: unknown): Vacancy[] {
  if (Array.isArray(postName)) return postName.flatMap(vacancy)
  if (typeof postName !== 'string' || !postName.trim()) return []
  return vacancyList(postName) ?? [{ name: postName.trim(), posts: null, eligibility: null }]
}

function vacancyList(text: string): Vacancy[] | null {
  const list = text.trim().startsWith('[') ? readJson(text) : null
  const read = Array.isArray(list) ? list.flatMap(vacancy) : []
  return read.length > 0 ? read : null
}

function vacancy(item: unknown): Vacancy[] {
  if (typeof item === 'string') return item.trim() ? [{ name: item.trim(), posts: null, eligibility: null }] : []
  if (typeof item !== 'object' || item === null) return []
  const { name, posts, eligibility } = item as Record<string, unknown>
  if (typeof name !== 'string' || !name.trim()) return []
  const number = typeof posts === 'number' || (typeof posts === 'string' && posts.trim()) ? Number(posts) : Number.NaN
  return [
    {
      name: name.trim(),
      posts: Number.isFinite(number) ? number : null,
      eligibility: typeof eligibility === 'string' && eligibility.trim() ? eligibility.trim() : null,
    },
  ]
}
