import { useState } from 'react'
import { deleteDraft, unusedDrafts } from './form-drafts.ts'
import { useRead } from '#app/admin/feedback/use-read.ts'
import { useAccount } from '#app/admin/session/session.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Draft } from '#domain/admin/form/draft.ts'
import { textOf } from '#domain/admin/form/field-value.ts'
import { dayAndTime } from '#domain/dates.ts'
import { useForm } from './use-record-form.ts'

/** Offers the drafts of earlier visits to this form. */
export function DraftOffer() {
  const form = useForm()
  const { value: unused } = useRead('drafts', useAccount(), (account) =>
    unusedDrafts({ table: form.tab.table, recordId: form.state.loaded?.id ?? null, account }),
  )
  const [answered, setAnswered] = useState<readonly string[]>([])
  const drafts = unused?.filter(({ id }) => !answered.includes(id))

  function done({ id }: Draft) {
    deleteDraft(id)
    setAnswered([...answered, id])
  }

  return drafts?.map((draft) => (
    <div className="draft-offer" key={draft.id}>
      <Icon name="clock" />
      <p>
        Unsaved work of {dayAndTime(draft.storedAt)}: <b>{aboutDraft(draft, form.fields)}</b>
      </p>
      <div className="button-row">
        <button
          type="button"
          className="button"
          onClick={() => {
            form.restore(draft)
            done(draft)
          }}
        >
          Go on with it
        </button>
        <button type="button" className="button quiet" onClick={() => done(draft)}>
          Discard
        </button>
      </div>
    </div>
  ))
}

/** @returns the heading in a draft, or else the labels of the changed fields */
function aboutDraft({ changes }: Draft, fields: Record<string, { label: string } | undefined>): string {
  const heading = textOf(changes, 'title').trim() || textOf(changes, 'name').trim()
  if (heading) return heading
  return Object.keys(changes)
    .map((column) => fields[column]?.label ?? column)
    .join(', ')
}
