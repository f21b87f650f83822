import { useEffect } from 'react'
import type { RecordForm } from '#app/admin/form/record-form.ts'
import { adminClient } from '#app/admin/session/session.ts'
import { fetchSurroundings } from '#app/data/notice-surroundings.ts'
import type { ReadSurroundings } from './judge.ts'

/** A session that has ended is noticed by the save itself: this only fails. */
export const readSurroundings: ReadSurroundings = (query) => fetchSurroundings(adminClient(), query)

/** Reads what the warnings about an opened record depend on. */
export function useSurroundings(form: RecordForm): void {
  useEffect(() => {
    if (form.state.loaded) void form.look(readSurroundings)
  }, [form])
}
