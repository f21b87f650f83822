import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useAdminCall } from '#app/admin/session/unsaved-work.tsx'
import { useAdminClient } from '#app/admin/session/session-context.tsx'
import { openRecordTable, type StoredRecord } from '#app/data/record-table.ts'
import { shownValues, type FormValues } from '#domain/admin/form/field-value.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { RecordForm } from './record-form.ts'

/** URL parameter with the id of the record that a new one duplicates. */
export const DUPLICATE_OF = 'from'

type OpenedForm = { state: 'loading' } | { state: 'failed'; message: string } | { state: 'open'; form: RecordForm }

/**
 * The form of a stored or a new record, with all fields. When a save has changed the address of an open form, the
 * history entry holds the form's id, and the form is not opened again.
 */
export function useOpenedForm(tab: AdminTab, id: number | null): [OpenedForm, retry: () => void] {
  const client = useAdminClient()
  const call = useAdminCall()
  const { key, state } = useLocation() as { key: string; state: { form?: string } | null }
  const [search] = useSearchParams()
  const from = id ?? Number(search.get(DUPLICATE_OF))
  const [opened, setOpened] = useState<OpenedForm>({ state: 'loading' })
  const [tries, setTries] = useState(0)
  const isStillOpen = opened.state === 'open' && opened.form.id === state?.form

  useEffect(() => {
    if (isStillOpen) return
    let isCurrent = true
    const show = (next: OpenedForm) => isCurrent && setOpened(next)
    if (!from) show({ state: 'open', form: new RecordForm(tab, { loaded: null }) })
    else {
      show({ state: 'loading' })
      call(() => openRecordTable(client, tab.table).read(from)).then(
        (loaded) => show(openedOn(tab, loaded, id === null)),
        (error: unknown) => show(failed(error instanceof Error ? error.message : FORM.notThere)),
      )
    }
    return () => {
      isCurrent = false
    }
  }, [client, call, tab, id, from, key, tries, isStillOpen])

  return [opened, () => setTries((tried) => tried + 1)]
}

function openedOn(tab: AdminTab, loaded: StoredRecord | null, isDuplicate: boolean): OpenedForm {
  if (!loaded) return failed(FORM.notThere)
  if (!isDuplicate) return { state: 'open', form: new RecordForm(tab, { loaded }) }
  return { state: 'open', form: new RecordForm(tab, { loaded: null, values: duplicated(tab, loaded) }) }
}

/** The values of a record to duplicate: all except slug, post time, quick link and featured. */
function duplicated(tab: AdminTab, loaded: StoredRecord): FormValues {
  const {
    slug: _slug,
    post_time: _time,
    is_quick_link: _link,
    is_featured: _featured,
    ...others
  } = shownValues(fieldsOf(tab.table), loaded)
  return others
}

function failed(message: string): OpenedForm {
  console.warn('The record could not be loaded', message)
  return { state: 'failed', message: FORM.loadFailed(message) }
}
