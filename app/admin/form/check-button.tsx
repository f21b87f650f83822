import { useState } from 'react'
import { changeFailure } from '#app/admin/feedback/error-message.ts'
import { changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { newAct } from '#app/data/act.ts'
import { changeRow } from '#app/data/admin-changes.ts'
import { serverNow } from '#app/data/server-time.ts'
import { CHECK, repeatableAnswerLost } from '#domain/admin/messages.ts'
import { formatDay, indianDay } from '#domain/dates.ts'
import { useForm, useFormState } from './use-record-form.ts'

/**
 * Stores that the notice was compared with its official source just now. This does not change the version of the record,
 * so unsaved fields stay valid. Source: docs/behaviour/reports.md#official-source-and-last-check
 */
export function CheckButton() {
  const { tab } = useForm()
  const loaded = useFormState((state) => state.loaded)
  const [checkedNow, setCheckedNow] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  if (!loaded) return null
  const { id } = loaded
  const checkedAt = checkedNow || loaded.checked_at

  async function check() {
    const now = new Date(serverNow()).toISOString()
    setBusy(true)
    try {
      await changeAsAdmin((client) => changeRow(client, { table: tab.table, id }, { checked_at: now }), newAct('form'))
      setCheckedNow(now)
      setProblem('')
    } catch (error) {
      console.warn('A check could not be stored', error)
      setProblem(changeFailure(error, CHECK.failed, repeatableAnswerLost))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <button type="button" className="button" aria-disabled={isBusy} onClick={() => !isBusy && void check()}>
        {CHECK.button}
      </button>
      <output className={problem ? 'refused' : undefined}>
        {problem || (checkedAt ? CHECK.last(formatDay(indianDay(checkedAt))) : CHECK.never)}
      </output>
    </>
  )
}
