import { fieldIds, useForm, useFormState } from '#app/admin/form/use-record-form.ts'
import { serverNow } from '#app/data/server-time.ts'
import { textOf, type FormValues } from '#domain/admin/form/field-value.ts'
import { PUBLICATION } from '#domain/admin/messages.ts'
import { formatPostTime, parsePostTime } from '#domain/admin/post-time.ts'
import { dayAndTime } from '#domain/dates.ts'

/** Offers to schedule a published notice whose post time is in the future. Source: docs/behaviour/publication.md#future-post-times */
export function FutureOffer() {
  const form = useForm()
  const timestamp = useFormState(({ values }) => futurePostTime(values))
  if (timestamp === null) return null

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

/** @returns the post time of a published notice if it is in the future, or null */
function futurePostTime(values: FormValues): number | null {
  const timestamp = parsePostTime(textOf(values, 'post_time'))
  return textOf(values, 'state') === 'published' && timestamp !== null && timestamp > serverNow() ? timestamp : null
}
