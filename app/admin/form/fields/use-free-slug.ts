import { useRead } from '#app/admin/feedback/use-read.ts'
import { freeSlugs } from '#app/admin/form/save-record.ts'
import { useForm } from '#app/admin/form/use-record-form.ts'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { openRecordTable } from '#app/data/record-table.ts'
import { serverNow } from '#app/data/server-time.ts'
import { SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'

/**
 * Reads which slug a record would get. A failed read is not shown, because a save checks again and reports errors.
 *
 * @param slug '' when nothing is to be checked
 * @returns the slug that the record would get if it were saved now; null while it is unknown
 */
export function useFreeSlug(slug: string): string | null {
  const settled = useDebounced(slug, SEARCH_DEBOUNCE_MS)
  const form = useForm()
  const { value: found } = useRead('slugs', settled || null, async (wanted) => {
    const { loaded, attempt } = form.state
    const { value: free } = await readAsAdmin(async (client) => {
      const table = openRecordTable(client, form.tab.table)
      // A new record whose answer was lost may be stored, and then has its slug itself.
      const own = loaded ?? (attempt && (await table.readAddedBy(attempt.act)))
      return freeSlugs({ table, now: serverNow }, wanted, own?.id ?? null).next()
    })
    return { slug: wanted, free: free || null }
  })
  return found?.slug === slug ? found.free : null
}
