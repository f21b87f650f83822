import { useState } from 'react'
import { changeMessage, isAnswerLost } from '#app/admin/feedback/error-message.ts'
import { useRead } from '#app/admin/feedback/use-read.ts'
import { beginAct, changeAsAdmin, readAsAdmin, type BegunAct } from '#app/admin/session/admin-calls.ts'
import { correctLastDate, countDateFollowers } from '#app/data/last-date.ts'
import { openRecordTable, type StoredRecord } from '#app/data/record-table.ts'
import { GONE } from '#domain/admin/messages.ts'
import { LAST_DATE } from '#domain/admin/last-date-messages.ts'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { lastDateOf, type LastDate } from '#domain/content/last-date.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'

/** A notice as the dialog shows it. */
interface DatedNotice {
  record: StoredRecord
  lastDate: LastDate
  followers: number
}

interface NewLastDate {
  day: Day
  source: string
  notifiesFollowers: boolean
}

interface Failure {
  failure: string
  /** The account whose correction has failed. */
  owner: string
}

/** Reads a notice and corrects its last date, unless somebody else changes it in between. */
export function useLastDate(table: ContentTable, id: number) {
  const opened = useRead('a notice', id, () => readNotice(table, id))
  /** The notice after somebody else has changed it. */
  const [changed, setChanged] = useState<DatedNotice | null>(null)
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  // One for all attempts, in the name of who has opened the dialog: the first may be stored although its answer was lost.
  const [act] = useState(() => beginAct('list'))
  const notice = changed ?? opened.value
  const problem = opened.problem === null ? failure : openFailure(opened.problem)

  /** @returns the act if it is stored, or why it is not; null while another attempt is not answered */
  async function correct({ day, ...chosen }: NewLastDate): Promise<BegunAct | Failure | null> {
    if (!notice || isBusy) return null
    let reason: string
    const { owner } = act
    const { record, lastDate } = notice
    const correction = { ...chosen, table, id, field: lastDate.field, newDate: day, version: record.updated_at }
    setBusy(true)
    setFailure('')
    try {
      const attempt = beginAct('list', act)
      if (await changeAsAdmin((client) => correctLastDate(client, correction), attempt)) return attempt
      setChanged(await readNotice(table, id))
      reason = LAST_DATE.changed
    } catch (error) {
      console.warn('The last date could not be corrected', error)
      reason = LAST_DATE.failed(changeMessage(error))
      if (isAnswerLost(error)) reason = LAST_DATE.answerLost(reason)
    } finally {
      setBusy(false)
    }
    setFailure(reason)
    return { failure: reason, owner }
  }

  return { notice, problem, isBusy, correct }
}

/** What the dialog says of a notice that it cannot show. One that has no date to correct was loaded all the same. */
function openFailure(problem: string): string {
  return problem === LAST_DATE.hidden || problem === LAST_DATE.none ? problem : LAST_DATE.loadFailed(problem)
}

async function readNotice(table: ContentTable, id: number): Promise<DatedNotice> {
  const [record, followers] = await Promise.all([
    readAsAdmin((client) => openRecordTable(client, table).read(id)),
    readAsAdmin((client) => countDateFollowers(client, { table, id })),
  ])
  if (!record) throw new Error(GONE)
  if (record.status === 'inactive') throw new Error(LAST_DATE.hidden)
  const lastDate = lastDateOf(kindOfTable(table), record)
  if (!lastDate) throw new Error(LAST_DATE.none)
  return { record, lastDate, followers }
}
