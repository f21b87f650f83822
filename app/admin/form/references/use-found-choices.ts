import { useEffect, useState } from 'react'
import { changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { findChoices, type Choice } from '#app/data/reference-choices.ts'
import type { ReferenceTable } from '#domain/admin/reference-tables.ts'

export type FoundChoices =
  | { state: 'searching'; choices: Choice[] }
  | { state: 'found'; choices: Choice[]; text: string }
  | { state: 'failed'; choices: Choice[] }

/** Debounce of the search, in milliseconds. */
const PAUSE_MS = 200

/**
 * @param text null while the list is closed
 * @returns the choices for a text; while they are loading, those of the previous text
 */
export function useFoundChoices(table: ReferenceTable, text: string | null): FoundChoices {
  const debounced = useDebounced(text ?? '', PAUSE_MS)
  const settled = text === null ? null : debounced
  const [found, setFound] = useState<FoundChoices>({ state: 'searching', choices: [] })

  useEffect(() => {
    if (settled === null) return
    let isCurrent = true
    const show = (next: (shown: FoundChoices) => FoundChoices) => isCurrent && setFound(next)
    changeAsAdmin((client) => findChoices(client, table, settled)).then(
      (choices) => show(() => ({ state: 'found', choices, text: settled })),
      (error: unknown) => {
        console.warn('The choices could not be read', error)
        show(({ choices }) => ({ state: 'failed', choices }))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [table, settled])

  const isStale = found.state === 'found' && found.text !== text
  return isStale ? { state: 'searching', choices: found.choices } : found
}
