import { useRead } from '#app/admin/feedback/use-read.ts'
import { changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { findChoices, type Choice } from '#app/data/reference-choices.ts'
import type { ReferenceTable } from '#domain/admin/reference-tables.ts'
import { containsWords } from '#domain/folded.ts'

export interface FoundChoices {
  state: 'searching' | 'found' | 'failed'
  choices: readonly Choice[]
}

/** Debounce of the search, in milliseconds. */
const PAUSE_MS = 200

/**
 * @param text null while the list is closed
 * @returns the choices for a text; while they are loading, those of the previous text whose label contains its words, so
 * that no other one is pressed by mistake
 */
export function useFoundChoices(table: ReferenceTable, text: string | null): FoundChoices {
  const debounced = useDebounced(text ?? '', PAUSE_MS)
  const { value, problem } = useRead('choices', text === null ? null : debounced, async (wanted) => ({
    text: wanted,
    choices: await changeAsAdmin((client) => findChoices(client, table, wanted)),
  }))
  // What has failed is the search for an earlier text until that for the present one has begun.
  const hasFailed = problem !== null && debounced === text
  const state = hasFailed ? 'failed' : value?.text === text ? 'found' : 'searching'
  const choices = value?.choices ?? []
  const isCurrent = state === 'found'
  return { state, choices: isCurrent ? choices : choices.filter(({ label }) => containsWords(label, text ?? '')) }
}
