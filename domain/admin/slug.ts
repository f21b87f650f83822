import transliterate from '@sindresorhus/transliterate'
import { SLUG_MAX, SLUG_TRIES } from '#domain/limits.ts'
import { romanized } from './indian-scripts.ts'

/**
 * The last part of a record's address: lower case, other scripts in Latin letters, punctuation stripped, spaces and
 * underscores as single hyphens, none at the ends, at most 100 characters. Source: docs/behaviour/admin.md#slugs.
 *
 * @param title any text
 * @returns the slug; empty when the text has neither letters nor digits
 */
export function slugOf(title: string): string {
  const latin = transliterate(romanized(title.normalize('NFKC')))
  const words = latin
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  return cut(words.replace(/[^a-z0-9-]+/g, '').replace(/-{2,}/g, '-'), SLUG_MAX)
}

/**
 * The slugs to try for a record, in order: its own, then -1, -2 and so on inside the 100 characters, at last with a
 * timestamp. Source: docs/behaviour/admin.md#unique-slugs.
 *
 * @param slug not empty
 * @param now milliseconds since the epoch
 */
export function slugChoices(slug: string, now: number): string[] {
  const suffixes = [...Array.from({ length: SLUG_TRIES }, (_, try_) => try_ + 1), now]
  return [slug, ...suffixes.map((suffix) => `${cut(slug, SLUG_MAX - 1 - String(suffix).length)}-${suffix}`)]
}

function cut(slug: string, length: number): string {
  return slug.replace(/^-+/, '').slice(0, length).replace(/-+$/, '')
}
