import { useEffect, useState } from 'react'
import { useStaffCall } from '#app/admin/session/unsaved-work.tsx'
import { useStaffClient } from '#app/admin/session/session-context.tsx'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { findChoices, type Choice } from '#app/data/reference-choices.ts'
import type { ReferenceTable } from '#domain/admin/tabs.ts'

export type FoundChoices =
  | { state: 'searching'; choices: Choice[] }
  | { state: 'found'; choices: Choice[]; text: string }
  | { state: 'failed'; choices: Choice[] }

/** Pause after the last key, in milliseconds. */
const PAUSE_MS = 200

/**
 * @param text null while the list is closed
 * @returns the choices for a text; earlier ones stay on screen until the newer are there
 */
export function useFoundChoices(table: ReferenceTable, text: string | null): FoundChoices {
  const client = useStaffClient()
  const call = useStaffCall()
  const paused = useDebounced(text ?? '', PAUSE_MS)
  const settled = text === null ? null : paused
  const [found, setFound] = useState<FoundChoices>({ state: 'searching', choices: [] })

  useEffect(() => {
    if (settled === null) return
    let isCurrent = true
    const show = (next: (shown: FoundChoices) => FoundChoices) => isCurrent && setFound(next)
    call(() => findChoices(client, table, settled)).then(
      (choices) => show(() => ({ state: 'found', choices, text: settled })),
      (error: unknown) => {
        console.warn('The choices could not be read', error)
        show(({ choices }) => ({ state: 'failed', choices }))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [client, call, table, settled])

  const isOld = found.state === 'found' && found.text !== text
  return isOld ? { state: 'searching', choices: found.choices } : found
}
