import { useRef } from 'react'
import { Link } from 'react-router'
import { useBottomBar } from '#app/admin/layout/use-bottom-bar.ts'
import { wayBackTo } from '#app/admin/table/shown-lists.ts'
import { tabPath } from '#domain/admin/tabs.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import type { AfterSave } from './use-saving.ts'
import { useForm, useFormState } from './use-record-form.ts'
import { DUPLICATE_OF } from './load-record.ts'

interface Saving {
  save: (then: AfterSave) => void
}

/**
 * Bar that is always visible: the number of unsaved fields and the buttons to save.
 *
 * @param isStored whether the unsaved fields are stored as a draft
 */
export function SaveBar({ save, unsaved, isStored }: Saving & { unsaved: number; isStored: boolean }) {
  const { tab } = useForm()
  const isSaving = useFormState((state) => state.isSaving)
  const isNew = useFormState((state) => state.loaded === null)
  const bar = useRef<HTMLDivElement>(null)
  useBottomBar(bar)
  return (
    <div ref={bar} className="save-bar">
      <output className="unsaved">{isSaving ? 'Saving...' : unsavedFields(unsaved, isStored)}</output>
      <SecondaryActions save={save} />
      <Link className="button" {...wayBackTo(tab)}>
        Cancel
      </Link>
      <button
        type="submit"
        className="button primary"
        aria-disabled={isSaving}
        aria-keyshortcuts="Control+Enter Control+S"
        title="Ctrl+Enter. Ctrl+S saves and stays here"
      >
        {isNew ? 'Save' : 'Save changes'}
      </button>
    </div>
  )
}

export function SecondaryActions({ save }: Saving) {
  const { tab } = useForm()
  const loaded = useFormState((state) => state.loaded)
  return (
    <div className="secondary-actions">
      {loaded && (
        <Link className="button" to={`${tabPath(tab)}/new?${DUPLICATE_OF}=${loaded.id}`}>
          Duplicate
        </Link>
      )}
      <button
        type="button"
        className="button"
        aria-keyshortcuts="Control+Shift+Enter"
        title="Ctrl+Shift+Enter"
        onClick={() => save('another')}
      >
        Save and add another
      </button>
    </div>
  )
}

function unsavedFields(unsaved: number, isStored: boolean): string {
  if (unsaved === 0) return ''
  return isStored ? `${unsaved} unsaved` : `${unsaved} unsaved. ${FORM.noDraft}`
}
