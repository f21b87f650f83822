import { useCallback, useState } from 'react'
import type { Choice } from '#app/data/reference-choices.ts'
import type { ReferenceTable } from '#domain/admin/reference-tables.ts'

interface AskedReference {
  table: ReferenceTable
  heading: string
  onDone: (choice: Choice | null) => void
}

/** @returns the open dialog for a new referenced row, or null, and a function that opens it */
export function useReferenceDialog() {
  const [asked, setAsked] = useState<AskedReference | null>(null)
  const ask = useCallback(
    (table: ReferenceTable, heading: string) =>
      new Promise<Choice | null>((resolve) => {
        const own: AskedReference = {
          table,
          heading,
          onDone(choice) {
            // The answer to a save may come after the dialog was left, and must not close a later one.
            setAsked((open) => (open === own ? null : open))
            resolve(choice)
          },
        }
        setAsked(own)
      }),
    [],
  )
  return [asked, ask] as const
}
