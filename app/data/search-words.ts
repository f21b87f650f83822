import { z } from 'zod'
import type { Tables } from '#supabase/database-types.ts'
import { dataOf } from './backend-error.ts'
import type { AdminClient } from './admin-client.ts'

const searchWord = z.object({ id: z.number(), written: z.string(), means: z.string() })

/** A short form or another spelling, and the words that notices use instead: UP, Uttar Pradesh. */
export type SearchWord = Pick<Tables<'search_words'>, 'id' | 'written' | 'means'>

/**
 * @returns all search words in alphabetical order; there are hundreds at most
 * @throws BackendError
 */
export async function fetchSearchWords(client: AdminClient): Promise<SearchWord[]> {
  const reply = await client.from('search_words').select('id, written, means').limit(1_000)
  const words = z.array(searchWord).parse(dataOf(reply))
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
