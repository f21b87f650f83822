import { z } from 'zod'
import { TABLE_ROWS_MAX } from '#domain/limits.ts'
import type { Tables } from '#supabase/database-types.ts'
import { dataOf } from './backend-error.ts'
import type { AdminClient } from './admin-client.ts'

const searchWord = z.object({ id: z.number(), written: z.string(), means: z.string() })

/** A short form or another spelling, and the words that notices use instead: UP, Uttar Pradesh. */
export type SearchWord = Pick<Tables<'search_words'>, 'id' | 'written' | 'means'>

/**
 * @returns all search words in alphabetical order; there are hundreds, and rarely more than one request reads
 * @throws BackendError
 */
export async function fetchSearchWords(client: AdminClient): Promise<SearchWord[]> {
  const words: SearchWord[] = []
  for (let isWhole = false; !isWhole;) {
    const further = client
      .from('search_words')
      .select('id, written, means')
      .gt('id', words.at(-1)?.id ?? 0)
    const page = z.array(searchWord).parse(dataOf(await further.order('id').limit(TABLE_ROWS_MAX)))
    words.push(...page)
    isWhole = page.length < TABLE_ROWS_MAX
  }
  const { compare } = new Intl.Collator('en')
  return words.sort((one, other) => compare(one.written, other.written) || compare(one.means, other.means))
}

/**
 * Adds a search word; an existing one is not changed.
 *
 * @throws BackendError
 */
export async function addSearchWord(client: AdminClient, word: Omit<SearchWord, 'id'>): Promise<void> {
  const onConflict = { onConflict: 'written,means', ignoreDuplicates: true }
  dataOf(await client.from('search_words').upsert(word, onConflict))
}
