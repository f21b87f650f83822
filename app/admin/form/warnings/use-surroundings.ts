import { useEffect } from 'react'
import type { RecordForm } from '#app/admin/form/record-form.ts'
import { adminClient } from '#app/admin/session/session.ts'
import { fetchSurroundings } from '#app/data/notice-surroundings.ts'
import type { ReadSurroundings } from './judge.ts'

/** Fails when the session has ended; the save that follows handles that. */
export const readSurroundings: ReadSurroundings = (query) => fetchSurroundings(adminClient(), query)

/** Reads the surroundings of an opened record, on which its warnings depend. */
export function useSurroundings(form: RecordForm): void {
  useEffect(() => {
    if (form.state.loaded) void form.look(readSurroundings)
  }, [form])
}
