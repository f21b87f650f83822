import { createContext, useContext } from 'react'
import type { Choice } from '#app/data/reference-choices.ts'
import type { ReferenceTable } from '#domain/admin/tabs.ts'

/** Asks for a new row to refer to. @returns null when none was made */
type AskForReference = (table: ReferenceTable, heading: string) => Promise<Choice | null>

export const CreateReferenceContext = createContext<AskForReference | null>(null)

/** @returns null where nothing is made in place: in the form of what is being made in place already */
export function useCreateReference(): AskForReference | null {
  return useContext(CreateReferenceContext)
}
