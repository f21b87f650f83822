import { useEffect, useState } from 'react'
import { changeMessage, errorMessage } from '#app/admin/feedback/error-message.ts'
import { changeAsAdmin, readAsAdmin } from '#app/admin/session/admin-calls.ts'
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
  tellsFollowers: boolean
}

/** Reads a notice and corrects its last date, unless somebody else changes it in between. */
export function useLastDate(table: ContentTable, id: number) {
  const [notice, setNotice] = useState<DatedNotice | null>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    readNotice(table, id).then(setNotice, (error: unknown) => {
      console.warn('The notice whose last date is to be corrected could not be read', error)
      setProblem(LAST_DATE.loadFailed(errorMessage(error)))
    })
  }, [table, id])

  /** @returns whether it is stored */
  async function correct({ day, ...chosen }: NewLastDate): Promise<boolean> {
    if (!notice || isBusy) return false
    const { record, lastDate } = notice
    const correction = { ...chosen, table, id, field: lastDate.field, newDate: day, version: record.updated_at }
    setBusy(true)
    setProblem('')
    try {
      if (await changeAsAdmin((client) => correctLastDate(client, correction))) return true
      setNotice(await readNotice(table, id))
      setProblem(LAST_DATE.changed)
    } catch (error) {
      console.warn('The last date could not be corrected', error)
      setProblem(LAST_DATE.failed(changeMessage(error)))
    } finally {
      setBusy(false)
    }
    return false
  }

  return { notice, problem, isBusy, correct }
}

async function readNotice(table: ContentTable, id: number): Promise<DatedNotice> {
  const [record, followers] = await Promise.all([
    readAsAdmin((client) => openRecordTable(client, table).read(id)),
    readAsAdmin((client) => countDateFollowers(client, { table, id })),
  ])
  if (!record) throw new Error(GONE)
  if (record['status'] === 'inactive') throw new Error(LAST_DATE.hidden)
  const lastDate = lastDateOf(kindOfTable(table), record)
  if (!lastDate) throw new Error(LAST_DATE.none)
  return { record, lastDate, followers }
}
