import { createContext, useContext } from 'react'
import type { Choice } from '#app/data/reference-choices.ts'
import type { ReferenceTable } from '#domain/admin/reference-tables.ts'

/** Opens the dialog for a new row to refer to. @returns null when the user cancels it */
type AskForReference = (table: ReferenceTable, heading: string) => Promise<Choice | null>

export const CreateReferenceContext = createContext<AskForReference | null>(null)

/** @returns the function that opens the dialog; null inside the dialog itself, which cannot open another one */
export function useCreateReference(): AskForReference | null {
  return useContext(CreateReferenceContext)
}
