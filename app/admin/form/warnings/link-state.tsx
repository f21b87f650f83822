import { useForm, useFormState } from '#app/admin/form/use-record-form.ts'
import { LINKS } from '#domain/admin/messages.ts'
import { formatDay, indianDay } from '#domain/dates.ts'
import { linkResult } from '#domain/link-check.ts'

/** What the last check of the link in a field has found, if it was checked. */
export function LinkState({ link }: { link: string }) {
  const form = useForm()
  const check = useFormState(() => form.judge?.checkOf(link.trim()))
  if (!form.judge) return null
  return (
    <output className={`link-state ${check?.outcome ?? ''}`}>
      {check && LINKS.last(formatDay(indianDay(check.checked_at)), linkResult(check))}
    </output>
  )
}
