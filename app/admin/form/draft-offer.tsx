import { useEffect, useState } from 'react'
import { deleteDraft, draftReadings, storeDraft, unusedDrafts } from './form-drafts.ts'
import { useRead } from '#app/admin/feedback/use-read.ts'
import { Icon } from '#app/ui/icon.tsx'
import { serverNow } from '#app/data/server-time.ts'
import { isDraftStored, type Draft } from '#domain/admin/form/draft.ts'
import { textOf } from '#domain/admin/form/field-value.ts'
import { dayAndTime } from '#domain/dates.ts'
import type { RecordForm } from './record-form.ts'
import { useForm, useFormState } from './use-record-form.ts'

/** Offers the drafts of earlier visits. A draft is offered only while the form shows the record that it belongs to. */
export function DraftOffer() {
  const form = useForm()
  const recordId = useFormState(({ loaded }) => loaded?.id ?? null)
  const stored = useFormState(({ before }) => before)
  const isSaving = useFormState((state) => state.isSaving)
  const unused = useUnusedDrafts(recordId)
  const [replaced, setReplaced] = useState<readonly Draft[]>([])
  const [answered, setAnswered] = useState<readonly string[]>([])
  const drafts = [...replaced, ...unused.filter(({ id }) => !replaced.some((other) => other.id === id))].filter(
    (draft) => draft.recordId === recordId && !answered.includes(draft.id),
  )

  function done({ id }: Draft) {
    deleteDraft(id)
    setAnswered([...answered, id])
  }

  function goOnWith(draft: Draft) {
    if (isSaving) return
    const typed = exchange(form, draft)
    if (typed) setReplaced([typed, ...replaced])
    done(draft)
  }

  return drafts.map((draft) => {
    const isStored = recordId !== null && isDraftStored(form.fields, draft, stored)
    return isStored ? (
      <StoredDraft key={draft.id} draft={draft} close={() => done(draft)} />
    ) : (
      <div className="draft-offer" key={draft.id}>
        <Icon name="clock" />
        <p>
          Unsaved work of {dayAndTime(draft.storedAt)}: <b>{aboutDraft(draft, form.fields)}</b>
        </p>
        <div className="button-row">
          <button type="button" className="button" aria-disabled={isSaving} onClick={() => goOnWith(draft)}>
            Go on with it
          </button>
          <button type="button" className="button quiet" onClick={() => done(draft)}>
            Discard
          </button>
        </div>
      </div>
    )
  })
}

/** The drafts that no open form uses: one that is gone on with or discarded in another tab disappears here. */
function useUnusedDrafts(recordId: number | null): readonly Draft[] {
  const { account, tab } = useForm()
  const reading = draftReadings.use()
  useEffect(() => {
    addEventListener('storage', draftReadings.next)
    return () => removeEventListener('storage', draftReadings.next)
  }, [])
  const source = { table: tab.table, recordId, account }
  return useRead('drafts', `${account} ${reading}`, () => unusedDrafts(source)).value ?? []
}

/** Puts a draft into a form. @returns what was typed there instead, as another draft; null when nothing was */
function exchange(form: RecordForm, draft: Draft): Draft | null {
  const typed = form.draft(serverNow())
  const other = typed && { ...typed, id: crypto.randomUUID() }
  if (other) storeDraft(other)
  form.restore(draft)
  const restored = form.draft(serverNow())
  if (restored) storeDraft(restored)
  return other
}

/** Says that a draft is stored, and deletes it. */
function StoredDraft({ draft, close }: { draft: Draft; close: () => void }) {
  const { fields } = useForm()
  useEffect(() => deleteDraft(draft.id), [draft.id])
  return (
    <div className="draft-offer">
      <Icon name="check" />
      <p>
        Your work of {dayAndTime(draft.storedAt)} is saved: <b>{aboutDraft(draft, fields)}</b>
      </p>
      <button type="button" className="button quiet" onClick={close}>
        Close
      </button>
    </div>
  )
}

/** @returns the heading in a draft, or else the labels of the changed fields */
function aboutDraft({ changes }: Draft, fields: Record<string, { label: string } | undefined>): string {
  const heading = textOf(changes, 'title').trim() || textOf(changes, 'name').trim()
  if (heading) return heading
  return Object.keys(changes)
    .map((column) => fields[column]?.label ?? column)
    .join(', ')
}
