import { z } from 'zod'
import { answerOf } from './backend-error.ts'
import type { StaffClient } from './staff-client.ts'

const searchWord = z.object({ id: z.number(), written: z.string(), means: z.string() })

/** A short form or another spelling, and what notices say instead: UP, Uttar Pradesh. */
export type SearchWord = z.infer<typeof searchWord>

/**
 * @returns all of them, in the order of the alphabet; there are hundreds at most
 * @throws BackendError
 */
export async function fetchSearchWords(client: StaffClient): Promise<SearchWord[]> {
  const reply = await client.from('search_words').select('id, written, means').limit(1_000)
  const words = z.array(searchWord).parse(answerOf(reply))
  const { compare } = new Intl.Collator('en')
  return words.sort((one, other) => compare(one.written, other.written) || compare(one.means, other.means))
}

/**
 * Adds one; what is there already stays as it is.
 *
 * @throws BackendError
 */
export async function addSearchWord(client: StaffClient, word: Omit<SearchWord, 'id'>): Promise<void> {
  const onConflict = { onConflict: 'written,means', ignoreDuplicates: true }
  answerOf(await client.from('search_words').upsert(word, onConflict))
}
