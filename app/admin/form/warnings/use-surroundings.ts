import { useEffect } from 'react'
import type { RecordForm } from '#app/admin/form/record-form.ts'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import { fetchSurroundings } from '#app/data/notice-surroundings.ts'

/** Reads the surroundings of an opened record, on which its warnings depend. */
export function useSurroundings(form: RecordForm): void {
  useEffect(() => {
    if (form.state.loaded) void form.look((query) => readAsAdmin((client) => fetchSurroundings(client, query)))
  }, [form])
}
