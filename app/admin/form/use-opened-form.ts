import { useState } from 'react'
import { useLocation } from 'react-router'
import { latestAccount, useAdminState } from '#app/admin/session/session.ts'
import type { StoredRecord } from '#app/data/record-table.ts'
import { shownValues, type FormValues } from '#domain/admin/form/field-value.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import type { RecordData } from './load-record.ts'
import { RecordForm } from './record-form.ts'

/**
 * The form of the record that the loader has read; null when it could not be read. Only a navigation opens another form,
 * because a form for data that the router has read again would discard what was typed. A form in which nothing was
 * typed is opened again when another person has signed in. When a save has changed the
 * address of an open form, the history entry contains the id of the form, and the form stays open.
 */
export function useOpenedForm(data: RecordData): RecordForm | null {
  const { key, state } = useLocation() as { key: string; state: { form?: string } | null }
  const [opened, setOpened] = useState(() => ({ key, data, form: formOf(data) }))
  const session = useAdminState()
  const isAnother = opened.form === null ? data !== opened.data : key !== opened.key && state?.form !== opened.form.id
  const isOfAnother = session.kind === 'staff' && opened.form?.isUntouched && opened.form.account !== latestAccount()
  if (isAnother || isOfAnother) setOpened({ key, data, form: formOf(data) })
  else if (key !== opened.key) setOpened({ ...opened, key })
  return opened.form
}

function formOf({ tab, record, isNew, problem }: RecordData): RecordForm | null {
  if (problem) return null
  const account = latestAccount()
  return record && isNew
    ? new RecordForm(tab, { account, loaded: null, values: duplicated(tab, record) })
    : new RecordForm(tab, { account, loaded: record })
}

/** The values of a record to duplicate: all except slug, post time, quick link, featured and planned times. */
function duplicated(tab: AdminTab, loaded: StoredRecord): FormValues {
  const {
    slug: _slug,
    post_time: _time,
    is_quick_link: _link,
    is_featured: _featured,
    publish_at: _publish,
    hide_at: _hide,
    ...others
  } = shownValues(fieldsOf(tab.table), loaded)
  return others['state'] === 'scheduled' ? { ...others, state: 'draft' } : others
}
