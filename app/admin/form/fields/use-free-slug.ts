import { useEffect, useState } from 'react'
import { freeSlugs } from '#app/admin/form/save-record.ts'
import { useForm } from '#app/admin/form/use-record-form.ts'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { openRecordTable } from '#app/data/record-table.ts'
import { SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'

/**
 * @param slug '' when nothing is to be checked
 * @returns the slug that the record would get if it were saved now; null while it is unknown
 */
export function useFreeSlug(slug: string): string | null {
  const settled = useDebounced(slug, SEARCH_DEBOUNCE_MS)
  const form = useForm()
  const [found, setFound] = useState<{ slug: string; free: string } | null>(null)

  useEffect(() => {
    if (!settled) return
    let isCurrent = true
    const ownId = form.state.loaded?.id ?? null
    readAsAdmin((client) => {
      const context = { table: openRecordTable(client, form.tab.table), now: Date.now }
      return freeSlugs(context, settled, ownId).next()
    }).then(
      ({ value }) => isCurrent && value && setFound({ slug: settled, free: value }),
      // A save checks again and reports errors.
      (error: unknown) => console.warn('The slug could not be checked', error),
    )
    return () => {
      isCurrent = false
    }
  }, [form, settled])

  return slug && found?.slug === slug ? found.free : null
}
