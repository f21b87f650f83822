import { useState } from 'react'
import { changeMessage } from '#app/admin/feedback/error-message.ts'
import { useForm } from '#app/admin/form/use-record-form.ts'
import { changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { useSite } from '#app/admin/use-site.ts'
import { checkLinkNow } from '#app/data/link-checks.ts'
import { textOf } from '#domain/admin/form/field-value.ts'
import { LINKS } from '#domain/admin/messages.ts'
import { isStoredLink } from '#domain/admin/stored-link.ts'
import type { Field } from '#domain/content/fields/field.ts'

/** Requests that the server checks the links in the fields of a section, typed or stored; each field shows its result. */
export function CheckLinks({ fields }: { fields: Readonly<Record<string, Field>> }) {
  const form = useForm()
  const { linkChecks } = useSite().site
  const [progress, setProgress] = useState('')
  const [isBusy, setBusy] = useState(false)
  const columns = Object.keys(fields).filter((column) => fields[column]?.type === 'link')
  if (!linkChecks || !form.judge || columns.length === 0) return null

  async function check() {
    const typed = columns.map((column) => textOf(form.state.values, column).trim()).filter(isStoredLink)
    const links = [...new Set(typed)]
    if (links.length === 0) return setProgress(LINKS.nothing)
    setBusy(true)
    setProgress(LINKS.checking)
    const problems = await Promise.all(links.map(checkOne))
    setProgress(problems.find((problem) => problem !== '') ?? '')
    setBusy(false)
  }

  async function checkOne(link: string): Promise<string> {
    try {
      form.addCheck(await changeAsAdmin((client) => checkLinkNow(client, link)))
      return ''
    } catch (error) {
      console.warn('A link could not be checked', error)
      return changeMessage(error)
    }
  }

  return (
    <div className="button-row wide">
      <button type="button" className="button" aria-disabled={isBusy} onClick={() => !isBusy && void check()}>
        {LINKS.check}
      </button>
      <output>{progress}</output>
    </div>
  )
}
