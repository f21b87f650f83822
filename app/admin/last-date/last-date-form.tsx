import { useId, useState } from 'react'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import { DateControl } from '#app/admin/form/fields/date-control.tsx'
import type { StoredRecord } from '#app/data/record-table.ts'
import { serverNow } from '#app/data/server-time.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import { typedDay } from '#domain/admin/form/typed-day.ts'
import { LAST_DATE } from '#domain/admin/last-date-messages.ts'
import { isStoredLink } from '#domain/admin/stored-link.ts'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { correctedValues } from '#domain/content/corrected-values.ts'
import type { LastDate } from '#domain/content/last-date.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import { formatDay, indianDay, type Day } from '#domain/dates.ts'
import { formatNumber } from '#domain/numbers.ts'
import { newWarnings, warningsOf } from '#domain/plausibility/plausibility.ts'
import { outsideLink } from '#domain/stored-file.ts'

interface LastDateFormProps {
  table: ContentTable
  notice: { record: StoredRecord; lastDate: LastDate; followers: number }
  isBusy: boolean
  onCancel: () => void
  onCorrect: (chosen: { day: Day; source: string; notifiesFollowers: boolean }) => Promise<void>
}

/** New date and source, the sentence that visitors will read, and whether followers are notified. */
export function LastDateForm({ table, notice, isBusy, onCancel, onCorrect }: LastDateFormProps) {
  const { record, lastDate, followers } = notice
  const id = useId()
  const [typed, setTyped] = useState('')
  const [source, setSource] = useState(officialSource(record))
  const [notifiesFollowers, setNotifiesFollowers] = useState(true)
  const [problem, setProblem] = useState('')
  /** The day that was questioned as implausible: pressing again stores it. */
  const [questioned, setQuestioned] = useState<Day | null>(null)
  const day = typedDay(typed) ?? null

  function submit() {
    const link = source.trim()
    const found = problemOf(typed, lastDate.day, link)
    setProblem(found)
    if (found || !day) return
    const doubt = doubtOf(table, notice, day)
    if (doubt && questioned !== day) {
      setQuestioned(day)
      setProblem(doubt)
    } else void onCorrect({ day, source: link, notifiesFollowers })
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className="hint">{LAST_DATE.now(formatDay(lastDate.day))}</p>
      <label htmlFor={id}>{LAST_DATE.field}</label>
      <DateControl
        column="new_date"
        field={{ label: LAST_DATE.field, type: 'date' }}
        value={typed}
        change={setTyped}
        input={{ id, name: 'new_date', onBlur: () => undefined, 'aria-describedby': `${id}-problem` }}
      />
      <label htmlFor={`${id}-source`}>{LAST_DATE.source}</label>
      <input
        id={`${id}-source`}
        className="field"
        inputMode="url"
        autoComplete="off"
        value={source}
        placeholder="https://"
        aria-describedby={`${id}-problem`}
        onChange={({ target }) => setSource(target.value)}
      />
      {day && day !== lastDate.day && (
        <Sentence
          table={table}
          lastDate={lastDate}
          day={day}
          source={isStoredLink(source.trim()) ? source.trim() : null}
        />
      )}
      <Followers count={followers} areNotified={notifiesFollowers} choose={setNotifiesFollowers} />
      <ProblemLine id={`${id}-problem`}>{problem}</ProblemLine>
      <div className="button-row">
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="button primary" aria-disabled={isBusy}>
          {isBusy ? LAST_DATE.correcting : day && questioned === day ? LAST_DATE.anyway : LAST_DATE.correct}
        </button>
      </div>
    </form>
  )
}

interface FollowersProps {
  count: number
  areNotified: boolean
  choose: (areNotified: boolean) => void
}

function Followers({ count, areNotified, choose }: FollowersProps) {
  if (count === 0) return <p className="hint">{LAST_DATE.noFollowers}</p>
  return (
    <label className="notified-followers">
      <input type="checkbox" checked={areNotified} onChange={({ target }) => choose(target.checked)} />
      {LAST_DATE.followers(formatNumber(count), count === 1)}
    </label>
  )
}

interface SentenceProps {
  table: ContentTable
  lastDate: LastDate
  day: Day
  source: string | null
}

/** The correction as visitors will read it on the page of the notice. */
function Sentence({ table, lastDate, day, source }: SentenceProps) {
  const [at] = useState(() => new Date(serverNow()).toISOString())
  const correction = { field: lastDate.field, old: lastDate.day, new: day, at, source }
  const [value] = correctedValues(kindOfTable(table), [correction])
  if (!value) return null
  const host = outsideLink(source)?.host
  return (
    <output className="sentence">
      <span className="hint">{LAST_DATE.preview}</span>
      <span>
        <b>{value.label}</b> {value.change}, corrected on {formatDay(value.day)}
        {host && `, source: ${host}`}
      </span>
      <span className="hint">{effectOf(day, lastDate.day)}</span>
    </output>
  )
}

function effectOf(day: Day, before: Day): string {
  if (day < indianDay(serverNow())) return LAST_DATE.past
  return day > before ? LAST_DATE.later : LAST_DATE.earlier
}

/** @returns what the corrected notice would be warned of and was not before; empty without that */
function doubtOf(table: ContentTable, { record, lastDate }: LastDateFormProps['notice'], day: Day): string {
  const judged = {
    kind: kindOfTable(table),
    fields: fieldsOf(table),
    today: indianDay(serverNow()),
    surroundings: null,
  }
  const [after, before] = [{ ...record, [lastDate.field]: day }, record].map((row) => warningsOf({ ...judged, row }))
  return newWarnings(after ?? [], before ?? [])
    .map(({ message }) => message)
    .join(' ')
}

function officialSource({ notification_link: notification, official_website: website }: StoredRecord): string {
  return notification || website || ''
}

function problemOf(typed: string, before: Day, source: string): string {
  const day = typedDay(typed)
  if (!day) return typed.trim() ? FORM.invalidDate(LAST_DATE.field, typed.trim()) : LAST_DATE.missing
  if (day === before) return LAST_DATE.same
  return isStoredLink(source) ? '' : LAST_DATE.noSource
}
