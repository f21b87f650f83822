import { useState } from 'react'
import { fieldIds, useForm, useFormState } from '#app/admin/form/use-record-form.ts'
import { serverNow } from '#app/data/server-time.ts'
import { textOf } from '#domain/admin/form/field-value.ts'
import { PUBLICATION } from '#domain/admin/messages.ts'
import { formatPostTime, parsePostTime } from '#domain/admin/post-time.ts'
import { dayAndTime } from '#domain/dates.ts'

/** Offers to schedule a published notice whose post time is in the future. Source: docs/behaviour/publication.md#future-post-times */
export function FutureOffer() {
  const form = useForm()
  const postTime = useFormState(({ values }) => textOf(values, 'post_time'))
  const state = useFormState(({ values }) => textOf(values, 'state'))
  const [now] = useState(serverNow)
  const timestamp = parsePostTime(postTime)
  if (state !== 'published' || timestamp === null || timestamp <= now) return null

  function schedule(at: number) {
    form.change('publish_at', formatPostTime(at))
    form.change('post_time', '')
    form.change('state', 'scheduled')
    document.getElementById(fieldIds(form, 'state').id)?.focus()
  }
  return (
    <div className="future-offer wide">
      <output>{PUBLICATION.futurePostTime(dayAndTime(timestamp))}</output>
      <button type="button" className="button" onClick={() => schedule(timestamp)}>
        {PUBLICATION.schedule}
      </button>
    </div>
  )
}
